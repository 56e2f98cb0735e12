#include "panel.h"

#include "stage_plot.h"

#include <imgui.h>

#include <algorithm>

namespace window {
namespace {

void buildTimes(const Sample& sample, PanelContent& content)
{
    if (!ImGui::CollapsingHeader("Times", ImGuiTreeNodeFlags_DefaultOpen))
        return;
    ImGui::Checkbox("Wait for the screen", &content.vsync);
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
    ImGui::SetNextWindowPos(ImVec2(unit / 2, unit / 2), ImGuiCond_FirstUseEver);
    ImGui::SetNextWindowSizeConstraints(ImVec2(width, 0), ImVec2(width, display.y - unit));
    ImGui::SetNextWindowSize(ImVec2(width, 0));
    ImGui::SetNextWindowCollapsed(width < 18 * unit, ImGuiCond_FirstUseEver);
    ImGui::SetNextWindowBgAlpha(0.85F);
    if (ImGui::Begin(name, nullptr, ImGuiWindowFlags_NoResize)) {
        ImGui::PushItemWidth(0.55F * width);
        sample.buildControls(content.animate);
        buildTimes(sample, content);
        buildHelp(sample);
        ImGui::PopItemWidth();
    }
    const ImVec2 corner = ImGui::GetWindowPos();
    const ImVec2 size = ImGui::GetWindowSize();
    ImGui::End();
    return {corner.x, corner.y, corner.x + size.x, corner.y + size.y};
}

} // namespace window
