// The controls in a window, made with Dear ImGui.
#pragma once

#include "panel.h"

#include <string>

struct GLFWwindow;
struct ImDrawData;

namespace window {

// At most one exists, named like its sample. The window must outlive it, and sends it events. It stores the place and
// folded parts of the panel in the user's folder for settings, if there is one.
class Ui {
public:
    Ui(GLFWwindow* window, std::string name);
    Ui(const Ui&) = delete;
    Ui& operator=(const Ui&) = delete;
    ~Ui();

    // Whether the window has moved to a screen of another scale; letters and controls then have that scale, and their
    // renderer must be recreated.
    bool rescale();
    // Shows the panel and the message, and applies changes by the user. Returns what to draw, valid until the next
    // call. An empty message is none.
    const ImDrawData& update(Sample& sample, PanelContent& content, const std::string& message);

    void toggle() { m_visible = !m_visible; }
    // Whether controls are at a place, in pixels, or take keys.
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
