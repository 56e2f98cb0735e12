#include "x11_window.h"

#include <X11/Xlib.h>
#include <X11/Xutil.h>

#include <span>
#include <stdexcept>

struct X11Window::Impl {
    Display* display = nullptr;
    Window window = 0;
};

X11Window::X11Window() : m_impl(std::make_unique<Impl>())
{
    m_impl->display = XOpenDisplay(nullptr);
    if (m_impl->display == nullptr)
        throw std::runtime_error("there is no X11 display: run the test with xvfb-run");
    // The window changes meanwhile, and what then goes wrong shows in the results.
    XSetErrorHandler([](Display*, XErrorEvent*) { return 0; });
}

X11Window::~X11Window()
{
    XCloseDisplay(m_impl->display);
}

bool X11Window::find(const std::string& title)
{
    Window root = 0;
    Window parent = 0;
    Window* children = nullptr;
    unsigned count = 0;
    if (XQueryTree(m_impl->display, DefaultRootWindow(m_impl->display), &root, &parent, &children, &count) == 0)
        return false;
    m_impl->window = 0;
    for (Window child : std::span(children, count)) {
        char* name = nullptr;
        XWindowAttributes attributes = {};
        if (XFetchName(m_impl->display, child, &name) == 0)
            continue;
        if (name == title && XGetWindowAttributes(m_impl->display, child, &attributes) != 0 &&
            attributes.map_state == IsViewable)
            m_impl->window = child;
        XFree(name);
    }
    if (children != nullptr)
        XFree(children);
    return m_impl->window != 0;
}

X11Window::Picture X11Window::picture() const
{
    Picture picture;
    XWindowAttributes attributes = {};
    if (XGetWindowAttributes(m_impl->display, m_impl->window, &attributes) == 0)
        return picture;
    picture.width = static_cast<unsigned>(attributes.width);
    picture.height = static_cast<unsigned>(attributes.height);
    XImage* image = XGetImage(m_impl->display, m_impl->window, 0, 0, picture.width, picture.height, AllPlanes, ZPixmap);
    if (image == nullptr)
        return picture;
    for (int y = 0; y < attributes.height; ++y)
        for (int x = 0; x < attributes.width; ++x)
            picture.pixels.push_back(static_cast<uint32_t>(XGetPixel(image, x, y)));
    XDestroyImage(image);
    return picture;
}

void X11Window::resize(unsigned width, unsigned height)
{
    XResizeWindow(m_impl->display, m_impl->window, width, height);
    XSync(m_impl->display, False);
}

void X11Window::hide()
{
    XUnmapWindow(m_impl->display, m_impl->window);
    XSync(m_impl->display, False);
}

void X11Window::show()
{
    XMapWindow(m_impl->display, m_impl->window);
    XSync(m_impl->display, False);
}

void X11Window::minimise(bool minimised)
{
    const Atom state = XInternAtom(m_impl->display, "WM_STATE", False);
    const long values[] = {minimised ? IconicState : NormalState, None};
    XChangeProperty(m_impl->display, m_impl->window, state, state, 32, PropModeReplace,
                    reinterpret_cast<const unsigned char*>(values), 2);
    XSync(m_impl->display, False);
}

void X11Window::strike(char key)
{
    for (const int type : {KeyPress, KeyRelease}) {
        XEvent event = {};
        event.xkey.type = type;
        event.xkey.display = m_impl->display;
        event.xkey.window = m_impl->window;
        event.xkey.root = DefaultRootWindow(m_impl->display);
        event.xkey.same_screen = True;
        event.xkey.keycode = XKeysymToKeycode(m_impl->display, static_cast<KeySym>(key));
        XSendEvent(m_impl->display, m_impl->window, False, type == KeyPress ? KeyPressMask : KeyReleaseMask, &event);
    }
    XSync(m_impl->display, False);
}

void X11Window::close()
{
    XEvent event = {};
    event.xclient.type = ClientMessage;
    event.xclient.window = m_impl->window;
    event.xclient.message_type = XInternAtom(m_impl->display, "WM_PROTOCOLS", False);
    event.xclient.format = 32;
    event.xclient.data.l[0] = static_cast<long>(XInternAtom(m_impl->display, "WM_DELETE_WINDOW", False));
    event.xclient.data.l[1] = CurrentTime;
    XSendEvent(m_impl->display, m_impl->window, False, NoEventMask, &event);
    XSync(m_impl->display, False);
}
