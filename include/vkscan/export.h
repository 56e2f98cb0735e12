// VKSCAN_API marks the functions that a shared vkscan exports. vkscan's own build defines it: as nothing in a static
// library, whose symbols are hidden, so that a host's shared library does not export them again; as
// __declspec(dllexport) in a DLL. Hosts need no dllimport, since only functions are exported.
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
