#include "x11_window.h"

#include "process.h"

#include <X11/Xatom.h>
#include <X11/Xlib.h>
#include <X11/Xutil.h>

#include <algorithm>
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
        if (std::string(name).starts_with(title) && XGetWindowAttributes(m_impl->display, child, &attributes) != 0 &&
            attributes.map_state == IsViewable)
            m_impl->window = child;
        XFree(name);
    }
    if (children != nullptr)
        XFree(children);
    if (m_impl->window != 0)
        XSelectInput(m_impl->display, m_impl->window, PropertyChangeMask);
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

std::string X11Window::title() const
{
    char* name = nullptr;
    if (XFetchName(m_impl->display, m_impl->window, &name) == 0)
        return {};
    std::string result = name;
    XFree(name);
    return result;
}

unsigned X11Window::takeTitles()
{
    unsigned count = 0;
    XEvent event = {};
    while (XCheckTypedWindowEvent(m_impl->display, m_impl->window, PropertyNotify, &event) != False)
        count += event.xproperty.atom == XA_WM_NAME ? 1 : 0;
    return count;
}

void X11Window::strike(const std::string& key)
{
    for (const int type : {KeyPress, KeyRelease}) {
        XEvent event = {};
        event.xkey.type = type;
        event.xkey.display = m_impl->display;
        event.xkey.window = m_impl->window;
        event.xkey.root = DefaultRootWindow(m_impl->display);
        event.xkey.same_screen = True;
        event.xkey.keycode = XKeysymToKeycode(m_impl->display, XStringToKeysym(key.c_str()));
        XSendEvent(m_impl->display, m_impl->window, False, type == KeyPress ? KeyPressMask : KeyReleaseMask, &event);
    }
    XSync(m_impl->display, False);
}

void X11Window::moveMouse(int x, int y)
{
    XWarpPointer(m_impl->display, None, m_impl->window, 0, 0, 0, 0, x, y);
    XSync(m_impl->display, False);
}

void X11Window::sendButton(int type, unsigned button)
{
    XEvent event = {};
    event.xbutton.type = type;
    event.xbutton.display = m_impl->display;
    event.xbutton.window = m_impl->window;
    event.xbutton.root = DefaultRootWindow(m_impl->display);
    event.xbutton.same_screen = True;
    event.xbutton.button = button;
    XSendEvent(m_impl->display, m_impl->window, False, type == ButtonPress ? ButtonPressMask : ButtonReleaseMask,
               &event);
    XSync(m_impl->display, False);
}

void X11Window::click(unsigned button)
{
    sendButton(ButtonPress, button);
    sendButton(ButtonRelease, button);
}

void X11Window::drag(unsigned button, int fromX, int fromY, int toX, int toY)
{
    moveMouse(fromX, fromY);
    sendButton(ButtonPress, button);
    moveMouse(toX, toY);
    sendButton(ButtonRelease, button);
}

void X11Window::sendMessage(const char* type, const std::vector<long>& data)
{
    XEvent event = {};
    event.xclient.type = ClientMessage;
    event.xclient.window = m_impl->window;
    event.xclient.message_type = XInternAtom(m_impl->display, type, False);
    event.xclient.format = 32;
    std::copy(data.begin(), data.end(), event.xclient.data.l);
    XSendEvent(m_impl->display, m_impl->window, False, NoEventMask, &event);
    XSync(m_impl->display, False);
}

bool X11Window::drop(const std::string& file)
{
    Display* display = m_impl->display;
    const auto atom = [display](const char* name) { return XInternAtom(display, name, False); };
    const Window owner = XCreateSimpleWindow(display, DefaultRootWindow(display), 0, 0, 1, 1, 0, 0, 0);
    const auto source = static_cast<long>(owner);
    XSetSelectionOwner(display, atom("XdndSelection"), owner, CurrentTime);
    constexpr long kVersion = 5L << 24;
    sendMessage("XdndEnter", {source, kVersion, static_cast<long>(atom("text/uri-list"))});
    sendMessage("XdndPosition", {source, 0, (10L << 16) | 10L, CurrentTime, static_cast<long>(atom("XdndActionCopy"))});
    sendMessage("XdndDrop", {source, 0, CurrentTime});
    const std::string text = "file://" + file + "\r\n";
    const bool taken = within(kPatience, [&] {
        XEvent event = {};
        if (XCheckTypedEvent(display, SelectionRequest, &event) == False)
            return false;
        const XSelectionRequestEvent& request = event.xselectionrequest;
        XChangeProperty(display, request.requestor, request.property, request.target, 8, PropModeReplace,
                        reinterpret_cast<const unsigned char*>(text.data()), static_cast<int>(text.size()));
        XEvent reply = {};
        reply.xselection.type = SelectionNotify;
        reply.xselection.display = display;
        reply.xselection.requestor = request.requestor;
        reply.xselection.selection = request.selection;
        reply.xselection.target = request.target;
        reply.xselection.property = request.property;
        reply.xselection.time = request.time;
        XSendEvent(display, request.requestor, False, NoEventMask, &reply);
        XSync(display, False);
        return true;
    });
    return taken; // the source stays, as the window will tell it that it has finished
}

void X11Window::close()
{
    sendMessage("WM_PROTOCOLS",
                {static_cast<long>(XInternAtom(m_impl->display, "WM_DELETE_WINDOW", False)), CurrentTime});
}
