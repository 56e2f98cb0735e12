// Keyboard and mouse input since the last frame.
#pragma once

#include <glm/glm.hpp>

#include <functional>
#include <map>
#include <optional>
#include <string>
#include <vector>

struct GLFWwindow;

namespace window {

// All events count, however slow frames are, such as a key or button that was pressed and released between two frames.
// Places are in pixels, from the left and top.
struct Events {
    std::vector<int> pressed;          // GLFW's keys, in order
    std::map<int, float> held;         // keys, and the seconds they were held
    glm::vec2 cursor{0};               // position of the mouse
    std::optional<glm::vec2> dragFrom; // where the left button went down, if the mouse has moved since then
    glm::vec2 draggedLeft{0};          // movement of the mouse with the button down
    glm::vec2 draggedRight{0};
    std::optional<glm::vec2> clicked; // by the left button, without moving
    float wheel = 0;                  // steps away from the person
    std::vector<std::string> droppedFiles;
};

class Input {
public:
    // Whether controls at a place take the mouse, and whether they take keys.
    struct Controls {
        std::function<bool(glm::vec2)> cover;
        std::function<bool()> takeKeys;
    };
    // Must be created before Dear ImGui takes the window's callbacks and passes them on.
    explicit Input(GLFWwindow* window);
    Input(const Input&) = delete;
    Input& operator=(const Input&) = delete;
    ~Input() = default;

    void setControls(Controls controls) { m_controls = std::move(controls); }
    // Events since the last call, `seconds` ago.
    Events take(float seconds);

private:
    struct Button {
        std::optional<glm::vec2> from; // while it is down
        bool moved = false;
    };

    static Input& of(GLFWwindow* window);
    void onKey(int key, int action);
    void onButton(int button, int action);
    void onMove(glm::vec2 place);
    void onWheel(float steps);
    [[nodiscard]] glm::vec2 inPixels(double x, double y) const;

    GLFWwindow* m_window;
    Controls m_controls;
    Events m_events;
    Button m_left;
    Button m_right;
    std::map<int, bool> m_down; // keys; true: still down, false: released
};

} // namespace window
