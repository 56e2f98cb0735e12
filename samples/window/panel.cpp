#include "panel.h"

#include <imgui.h>

#include <algorithm>
#include <string>

namespace window {
namespace {

// Okabe and Ito's palette, which colour-blind people can distinguish.
constexpr ImU32 kColours[] = {IM_COL32(0, 114, 178, 255),   IM_COL32(230, 159, 0, 255),  IM_COL32(0, 158, 115, 255),
                              IM_COL32(204, 121, 167, 255), IM_COL32(86, 180, 233, 255), IM_COL32(213, 94, 0, 255),
                              IM_COL32(240, 228, 66, 255),  IM_COL32(160, 160, 160, 255)};

ImU32 colourOf(std::size_t stage)
{
    return kColours[stage % std::size(kColours)];
}

void stack(const StageHistory& history)
{
    const ImVec2 size(ImGui::GetContentRegionAvail().x, 5 * ImGui::GetTextLineHeight());
    const ImVec2 corner = ImGui::GetCursorScreenPos();
    ImGui::Dummy(size);
    ImDrawList& list = *ImGui::GetWindowDrawList();
    list.AddRectFilled(corner, ImVec2(corner.x + size.x, corner.y + size.y), IM_COL32(0, 0, 0, 120));
    const std::size_t frames = history.entries()[0].recent.size();
    const float width = size.x / static_cast<float>(frames);
    const float height = size.y / (1.1F * history.slowest());
    for (std::size_t frame = 0; frame < frames; ++frame) {
        const float left = corner.x + width * static_cast<float>(frame);
        float bottom = corner.y + size.y;
        for (std::size_t stage = 0; stage < history.entries().size(); ++stage) {
            const float top = bottom - height * history.entries()[stage].recent[frame];
            list.AddRectFilled(ImVec2(left, top), ImVec2(left + width, bottom), colourOf(stage));
            bottom = top;
        }
    }
}

// Adds a number with three digits if it is below 100.
void addNumber(double value, const char* unit = "")
{
    ImGui::Text(value < 100 ? "%.3g%s" : "%.0f%s", value, unit);
}

// Bytes are only shown if there is room for them.
void addRow(const StageHistory::Entry& entry, ImU32 colour, const StageBytes* bytes, double copySpeed, bool hasRoom)
{
    ImGui::TableNextRow();
    ImGui::TableNextColumn();
    ImGui::PushStyleColor(ImGuiCol_Text, colour);
    ImGui::TextUnformatted(entry.name.c_str());
    ImGui::PopStyleColor();
    ImGui::TableNextColumn();
    const auto milliseconds = static_cast<double>(entry.average);
    addNumber(milliseconds);
    if (bytes == nullptr)
        return;
    if (hasRoom) {
        ImGui::TableNextColumn();
        addNumber(static_cast<double>(bytes->bytes) / 1e6);
    }
    ImGui::TableNextColumn();
    if (copySpeed > 0 && milliseconds > 0)
        addNumber(100 * static_cast<double>(bytes->bytes) / milliseconds / copySpeed, "%");
}

// Plots the last frames, at least one, each as a stack of its stages' times, and a row for each stage: the time and, if
// its bytes are known, these and their speed relative to a copy of `copySpeed` bytes a millisecond.
void plotStages(const StageHistory& history, const std::vector<StageBytes>& stageBytes, double copySpeed)
{
    addNumber(static_cast<double>(history.totalAverage()), " ms a frame on the device");
    stack(history);
    const bool hasRoom = ImGui::GetContentRegionAvail().x > 20 * ImGui::GetFontSize();
    std::vector<const char*> columns = {"stage", "ms"};
    if (!stageBytes.empty() && hasRoom)
        columns.push_back("MB");
    if (!stageBytes.empty())
        columns.push_back("of copy");
    if (!ImGui::BeginTable("stages", static_cast<int>(columns.size()), ImGuiTableFlags_SizingStretchProp))
        return;
    for (const char* column : columns)
        ImGui::TableSetupColumn(column);
    ImGui::TableHeadersRow();
    for (std::size_t i = 0; i < history.entries().size(); ++i) {
        const StageHistory::Entry& entry = history.entries()[i];
        const auto bytes = std::find_if(stageBytes.begin(), stageBytes.end(),
                                        [&](const StageBytes& other) { return other.stage == entry.name; });
        addRow(entry, colourOf(i), bytes == stageBytes.end() ? nullptr : &*bytes, copySpeed, hasRoom);
    }
    ImGui::EndTable();
}

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
    ImGui::TextUnformatted(sample.help().c_str());
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
    // A small panel is another ImGui window, so that its folded parts stay open elsewhere.
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
    ImGui::SetWindowPos(corner); // keeps it completely in the picture when it shrinks
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
