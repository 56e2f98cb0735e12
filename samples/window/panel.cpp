#include "panel.h"

#include "stage_plot.h"

#include <imgui.h>

#include <algorithm>
#include <string>

namespace window {
namespace {

void buildTimes(const Sample& sample, PanelContent& content)
{
    if (!ImGui::CollapsingHeader("Times", ImGuiTreeNodeFlags_DefaultOpen))
        return;
    ImGui::Checkbox("Wait for the screen", &content.vsync);
    if (content.framesPerSecond > 0) {
        ImGui::SameLine();
        ImGui::Text("%.3g fps", content.framesPerSecond);
    }
    if (!content.hasTimestamps)
        ImGui::TextUnformatted("The device's queue has no timestamps.");
    else if (!content.history.entries().empty()) // none has ended yet
        plotStages(content.history, sample.stageBytes(), content.copySpeed);
}

void buildHelp(const Sample& sample)
{
    if (!ImGui::CollapsingHeader("Keys and mouse"))
        return;
    ImGui::TextUnformatted(sample.help());
    ImGui::TextUnformatted("Space     pauses\n"
                           "R         back to where it was\n"
                           "V         waits for the screen, or not\n"
                           "F11       all of the screen\n"
                           "F12       writes the picture\n"
                           "H         hides this panel\n"
                           "Esc       ends");
}

} // namespace

PanelPlace buildPanel(const char* name, Sample& sample, PanelContent& content)
{
    constexpr float kLargestPart = 0.36F; // of the window's width
    const float unit = ImGui::GetFontSize();
    const ImVec2 display = ImGui::GetIO().DisplaySize;
    const float width = std::min(26 * unit, kLargestPart * display.x);
    // Where there is little room it is another ImGui window, so that what is folded there stays open elsewhere.
    const bool isSmall = width < 18 * unit;
    const std::string id = name + std::string(isSmall ? "###small" : "");
    ImGui::SetNextWindowPos(ImVec2(unit / 2, unit / 2), ImGuiCond_FirstUseEver);
    ImGui::SetNextWindowSizeConstraints(ImVec2(width, 0), ImVec2(width, display.y - unit));
    ImGui::SetNextWindowSize(ImVec2(width, 0));
    ImGui::SetNextWindowCollapsed(isSmall, ImGuiCond_FirstUseEver);
    ImGui::SetNextWindowBgAlpha(0.85F);
    const bool isOpen = ImGui::Begin(id.c_str(), nullptr, ImGuiWindowFlags_NoResize);
    const ImVec2 size = ImGui::GetWindowSize();
    const ImVec2 at = ImGui::GetWindowPos();
    const ImVec2 corner(std::clamp(at.x, 0.0F, std::max(display.x - size.x, 0.0F)),
                        std::clamp(at.y, 0.0F, std::max(display.y - size.y, 0.0F)));
    ImGui::SetWindowPos(corner); // all of it is in the picture, however this shrinks
    if (isOpen) {
        ImGui::PushItemWidth(0.55F * width);
        if (const std::string progress = sample.progress(); !progress.empty())
            ImGui::TextUnformatted(progress.c_str());
        sample.buildControls(content.animate);
        buildTimes(sample, content);
        buildHelp(sample);
        ImGui::PopItemWidth();
    }
    ImGui::End();
    return {corner.x, corner.y, corner.x + size.x, corner.y + size.y};
}

} // namespace window
