// A window of another program, as X11 has it. Its own file: Xlib's macros would change what follows them.
#ifndef VKSCAN_TESTS_X11_WINDOW_H
#define VKSCAN_TESTS_X11_WINDOW_H

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

class X11Window {
public:
    // Of $DISPLAY; throws std::runtime_error if that cannot be reached.
    X11Window();
    ~X11Window();

    // Looks for a visible window of this title and stays with it.
    [[nodiscard]] bool find(const std::string& title);

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
    // Presses and releases the key at once.
    void strike(char key);
    // As a window manager does, which leaves it to the program.
    void close();

private:
    struct Impl;
    std::unique_ptr<Impl> m_impl;
};

#endif
