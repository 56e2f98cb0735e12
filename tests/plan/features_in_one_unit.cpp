// The sources that write and read chains of features, optimised as one, as at link time. The linker takes these
// functions instead of the library's, so all tests here run them: what is written to a structure must be seen where it
// is read as another one.
#include "device/device_features.cpp"
#include "device/device_support.cpp"
