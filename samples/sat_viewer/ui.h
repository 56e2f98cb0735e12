// The viewer's controls, made with Dear ImGui.
#ifndef VKSCAN_SAMPLES_SAT_VIEWER_UI_H
#define VKSCAN_SAMPLES_SAT_VIEWER_UI_H

#include "settings.h"

#include "../drawing/frame_timer.h"

#include <string>
#include <vector>

struct GLFWwindow;
struct ImDrawData;

namespace viewer {

// What the stages took lately.
class StageHistory {
public:
    void add(const std::vector<drawing::FrameTimer::Stage>& stages);

    struct Entry {
        std::string name;
        float average = 0;         // milliseconds, of the last frames
        std::vector<float> recent; // milliseconds, the oldest first
    };
    // In the order of the latest frame.
    [[nodiscard]] const std::vector<Entry>& entries() const noexcept { return m_entries; }
    [[nodiscard]] const Entry& total() const noexcept { return m_total; }

private:
    std::vector<Entry> m_entries;
    Entry m_total;
};

// One at a time. The window outlives it, and events reach it from there.
class Ui {
public:
    // For the scene or for an image from a file.
    Ui(GLFWwindow* window, bool ofImage);
    Ui(const Ui&) = delete;
    Ui& operator=(const Ui&) = delete;
    ~Ui();

    // Shows the controls, lets them change the settings, and returns what to draw, which is valid until the next call.
    // The message tells why something is not possible; empty for nothing.
    const ImDrawData& update(Settings& settings, const StageHistory& history, const std::string& message);

private:
    static void onKey(GLFWwindow* window, int key, int code, int action, int modifiers);
    void build(Settings& settings, const StageHistory& history, const std::string& message) const;

    bool m_ofImage;
    bool m_visible = true;
};

} // namespace viewer

#endif
