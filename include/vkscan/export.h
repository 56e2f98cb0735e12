// What a shared vkscan exports. Its own build defines VKSCAN_API: nothing in a static library, whose symbols are
// hidden, so that a host's shared library does not export them again; __declspec(dllexport) in a DLL. Hosts need no
// dllimport, since functions alone are exported.
#ifndef VKSCAN_EXPORT_H
#define VKSCAN_EXPORT_H

#ifndef VKSCAN_API
#if defined(__GNUC__) && !defined(_WIN32)
#define VKSCAN_API __attribute__((visibility("default")))
#else
#define VKSCAN_API
#endif
#endif

#endif
