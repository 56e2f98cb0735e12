// The controls in a window, made with Dear ImGui.
#pragma once

#include "panel.h"

#include <string>

struct GLFWwindow;
struct ImDrawData;

namespace window {

// One at a time, named like its sample. The window outlives it, and events reach it from there. Where the panel is and
// what is folded it remembers in the user's folder for settings, if there is one.
class Ui {
public:
    Ui(GLFWwindow* window, std::string name);
    Ui(const Ui&) = delete;
    Ui& operator=(const Ui&) = delete;
    ~Ui();

    // Whether the window has come to a screen of another scale; letters and controls are then of that scale, and what
    // draws them has to be made anew.
    bool rescale();
    // Shows the panel and the message, lets them change what they control, and returns what to draw, which is valid
    // until the next call. An empty message is none.
    const ImDrawData& update(Sample& sample, PanelContent& content, const std::string& message);

    void toggle() { m_visible = !m_visible; }
    // Whether controls lie at a place, in pixels, or take keys.
    [[nodiscard]] bool covers(glm::vec2 place) const;
    [[nodiscard]] static bool takesKeys();

private:
    [[nodiscard]] float contentScale() const;

    GLFWwindow* m_window;
    std::string m_name;
    std::string m_file; // what it remembers
    float m_scale = 0;
    PanelPlace m_panel;
    bool m_visible = true;
};

} // namespace window
