// A window of another program, as X11 has it. Its own file: Xlib's macros would change what follows them.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

class X11Window {
public:
    // A window on $DISPLAY. Throws std::runtime_error if that cannot be reached.
    X11Window();
    ~X11Window();

    // Looks for a visible window whose title begins so, and stays with it.
    [[nodiscard]] bool find(const std::string& title);
    [[nodiscard]] std::string title() const;
    // How often the title was set since the last call, also to the same.
    [[nodiscard]] unsigned takeTitles();

    struct Picture {
        unsigned width = 0;
        unsigned height = 0;
        std::vector<uint32_t> pixels; // rows from the top; empty where the window cannot be read
    };
    [[nodiscard]] Picture picture() const;

    void resize(unsigned width, unsigned height);
    void hide();
    void show();
    // As a window manager tells it, and back.
    void minimise(bool minimised);
    // Presses and releases a key, by X11's name for it, at once.
    void strike(const std::string& key);

    // Moves the mouse to a place in the window, in pixels.
    void moveMouse(int x, int y);
    // Presses and releases a button at once, where the mouse is: 1 left, 3 right, 4 the wheel away, 5 back.
    void click(unsigned button);
    // Moves the mouse with the button down.
    void drag(unsigned button, int fromX, int fromY, int toX, int toY);
    // Drops a file on the window, as a file manager does. Returns whether the window has taken its name.
    [[nodiscard]] bool drop(const std::string& file);
    // As a window manager does, which leaves it to the program.
    void close();

private:
    void sendButton(int type, unsigned button);
    void sendMessage(const char* type, const std::vector<long>& data); // of at most five words

    struct Impl;
    std::unique_ptr<Impl> m_impl;
};
