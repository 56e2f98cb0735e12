#include "ui.h"

#include <imgui.h>

#include <backends/imgui_impl_glfw.h>
#define GLFW_INCLUDE_NONE
#include <GLFW/glfw3.h>

#include <algorithm>
#include <cstdio>
#include <initializer_list>

namespace viewer {
namespace {

constexpr std::size_t kHistory = 120; // frames

template <class Value>
struct Choice {
    const char* name;
    Value value;
};

template <class Value>
void choose(const char* label, Value& value, std::initializer_list<Choice<Value>> choices)
{
    const auto* current = std::find_if(choices.begin(), choices.end(),
                                       [&](const Choice<Value>& choice) { return choice.value == value; });
    if (!ImGui::BeginCombo(label, current == choices.end() ? "" : current->name))
        return;
    for (const Choice<Value>& choice : choices)
        if (ImGui::Selectable(choice.name, choice.value == value))
            value = choice.value;
    ImGui::EndCombo();
}

void slide(const char* label, float& value, float low, float high, const char* format, bool logarithmic = false)
{
    const ImGuiSliderFlags flags = ImGuiSliderFlags_AlwaysClamp | (logarithmic ? ImGuiSliderFlags_Logarithmic : 0);
    ImGui::SliderFloat(label, &value, low, high, format, flags);
}

void buildScene(Settings& settings)
{
    choose<Technique>("Technique", settings.technique,
                      {{"None", Technique::None},
                       {"Depth of field", Technique::DepthOfField},
                       {"Box blur", Technique::BoxBlur},
                       {"Triangle blur", Technique::TriangleBlur},
                       {"The table itself", Technique::TableView}});
    switch (settings.technique) {
    case Technique::None: break;
    case Technique::DepthOfField:
        slide("Focus", settings.focusDistance, 0.5F, 60, "%.1f m", true);
        slide("Aperture", settings.aperture, 0, 2, "%.2f m");
        ImGui::Checkbox("Round aperture", &settings.roundAperture);
        break;
    case Technique::BoxBlur:
    case Technique::TriangleBlur:
        slide("Radius", settings.radius, 0, 200, "%.1f px", true);
        ImGui::Checkbox("Grows to the sides", &settings.radiusGrows);
        break;
    case Technique::TableView:
        slide("Scale", settings.tableScale, 0.01F, 100, "%.2f", true);
        ImGui::Checkbox("Lines of equal sums", &settings.tableContours);
        break;
    }
    ImGui::Separator();
    ImGui::Checkbox("Shadows", &settings.shadows);
    if (settings.shadows) {
        slide("Softness", settings.shadowSoftness, 0, 1, "%.2f");
        slide("Less light bleeding", settings.lightBleedReduction, 0, 1, "%.2f");
    }
    slide("Exposure", settings.exposure, 0.05F, 20, "%.2f", true);
    ImGui::Checkbox("Animate", &settings.animate);
}

void buildImage(Settings& settings)
{
    choose<Filter>("Filter", settings.filter,
                   {{"Box", Filter::Box},
                    {"Threshold (Bradley)", Filter::AdaptiveThreshold},
                    {"Threshold (Sauvola)", Filter::Sauvola},
                    {"Local contrast", Filter::LocalContrast}});
    slide("Radius", settings.filterRadius, 0, 200, "%.1f px", true);
    if (settings.filter == Filter::AdaptiveThreshold || settings.filter == Filter::Sauvola)
        slide("Threshold", settings.filterThreshold, 0, 1, "%.2f");
    if (settings.filter == Filter::LocalContrast)
        slide("Amount", settings.filterAmount, 0, 8, "%.2f");
    slide("Original", settings.filterCompare, 0, 1, "%.2f of the picture");
    slide("Exposure", settings.exposure, 0.05F, 20, "%.2f", true);
}

void buildTable(Settings& settings)
{
    using vkscan::Accumulation;
    using vkscan::Bias;
    using vkscan::Strategy;
    choose<Strategy>("Strategy", settings.strategy,
                     {{"Auto", Strategy::Auto},
                      {"ReduceThenScan", Strategy::ReduceThenScan},
                      {"FlatSum", Strategy::FlatSum},
                      {"Spine", Strategy::Spine}});
    choose<Accumulation>("Accumulation", settings.accumulation,
                         {{"U32", Accumulation::U32},
                          {"F32", Accumulation::F32},
                          {"F32x2", Accumulation::F32x2},
                          {"F64", Accumulation::F64}});
    choose<Bias>("Bias", settings.bias, {{"None", Bias::None}, {"Given", Bias::Given}, {"Mean", Bias::Mean}});
    ImGui::Checkbox("Assume forward progress", &settings.assumeForwardProgress);
}

void buildTimes(const StageHistory& history)
{
    ImGui::Text("%.1f frames a second", static_cast<double>(ImGui::GetIO().Framerate));
    const StageHistory::Entry& total = history.total();
    if (total.recent.empty()) {
        ImGui::TextUnformatted("The device's queue has no timestamps.");
        return;
    }
    char label[64];
    std::snprintf(label, sizeof(label), "%.3f ms on the device", static_cast<double>(total.average));
    const float highest = *std::max_element(total.recent.begin(), total.recent.end());
    ImGui::PlotLines("##total", total.recent.data(), static_cast<int>(total.recent.size()), 0, label, 0, highest * 1.2F,
                     ImVec2(ImGui::GetContentRegionAvail().x, 4 * ImGui::GetTextLineHeight()));
    if (!ImGui::BeginTable("stages", 3, ImGuiTableFlags_SizingFixedFit))
        return;
    ImGui::TableSetupColumn("stage");
    ImGui::TableSetupColumn("time");
    ImGui::TableSetupColumn("plot", ImGuiTableColumnFlags_WidthStretch);
    for (const StageHistory::Entry& entry : history.entries()) {
        ImGui::TableNextRow();
        ImGui::TableNextColumn();
        ImGui::TextUnformatted(entry.name.c_str());
        ImGui::TableNextColumn();
        ImGui::Text("%.3f ms", static_cast<double>(entry.average));
        ImGui::TableNextColumn();
        ImGui::PushID(entry.name.c_str());
        // All on the scale of the whole frame.
        ImGui::PlotLines("##stage", entry.recent.data(), static_cast<int>(entry.recent.size()), 0, nullptr, 0, highest,
                         ImVec2(ImGui::GetContentRegionAvail().x, ImGui::GetTextLineHeight()));
        ImGui::PopID();
    }
    ImGui::EndTable();
}

void push(StageHistory::Entry& entry, double milliseconds)
{
    if (entry.recent.size() == kHistory)
        entry.recent.erase(entry.recent.begin());
    entry.recent.push_back(static_cast<float>(milliseconds));
    constexpr float kWeight = 0.1F; // so that numbers can be read while they change
    entry.average += (entry.recent.size() == 1 ? 1 : kWeight) * (entry.recent.back() - entry.average);
}

} // namespace

void StageHistory::add(const std::vector<drawing::FrameTimer::Stage>& stages)
{
    if (stages.empty())
        return;
    std::vector<Entry> entries;
    for (const drawing::FrameTimer::Stage& stage : stages) {
        const auto known = std::find_if(m_entries.begin(), m_entries.end(),
                                        [&](const Entry& entry) { return entry.name == stage.name; });
        entries.push_back(known == m_entries.end() ? Entry{stage.name, 0, {}} : std::move(*known));
        push(entries.back(), stage.milliseconds);
    }
    m_entries = std::move(entries);
    push(m_total, drawing::totalMilliseconds(stages));
}

Ui::Ui(GLFWwindow* window, bool ofImage) : m_ofImage(ofImage)
{
    IMGUI_CHECKVERSION();
    ImGui::CreateContext();
    ImGuiIO& io = ImGui::GetIO();
    io.IniFilename = nullptr; // a sample leaves nothing behind
    float scale = 1;
    glfwGetWindowContentScale(window, &scale, nullptr);
    ImFontConfig font;
    font.SizePixels = 13 * std::max(scale, 1.0F);
    io.Fonts->AddFontDefault(&font);
    ImGui::GetStyle().ScaleAllSizes(std::max(scale, 1.0F));
    // Every event, since a key may be pressed and released between two frames. ImGui calls what was there before it.
    glfwSetWindowUserPointer(window, this);
    glfwSetKeyCallback(window, onKey);
    ImGui_ImplGlfw_InitForVulkan(window, true);
}

Ui::~Ui()
{
    ImGui_ImplGlfw_Shutdown();
    ImGui::DestroyContext();
}

void Ui::onKey(GLFWwindow* window, int key, int, int action, int)
{
    Ui& ui = *static_cast<Ui*>(glfwGetWindowUserPointer(window));
    if (key == GLFW_KEY_H && action == GLFW_PRESS && !ImGui::GetIO().WantTextInput)
        ui.m_visible = !ui.m_visible;
}

const ImDrawData& Ui::update(Settings& settings, const StageHistory& history, const std::string& message)
{
    ImGui_ImplGlfw_NewFrame();
    ImGui::NewFrame();
    if (m_visible)
        build(settings, history, message);
    ImGui::Render();
    return *ImGui::GetDrawData();
}

void Ui::build(Settings& settings, const StageHistory& history, const std::string& message) const
{
    const float unit = ImGui::GetFontSize();
    ImGui::SetNextWindowPos(ImVec2(unit, unit), ImGuiCond_FirstUseEver);
    ImGui::SetNextWindowSize(ImVec2(25 * unit, 0)); // as high as it needs;
    ImGui::SetNextWindowBgAlpha(0.8F);
    ImGui::Begin(m_ofImage ? "Image filters" : "Summed-area tables", nullptr, ImGuiWindowFlags_NoResize);
    ImGui::PushItemWidth(12 * unit);
    if (m_ofImage)
        buildImage(settings);
    else
        buildScene(settings);
    ImGui::Separator();
    buildTable(settings);
    if (!message.empty()) {
        ImGui::PushTextWrapPos(24 * unit);
        ImGui::TextColored(ImVec4(1, 0.6F, 0.3F, 1), "%s", message.c_str());
        ImGui::PopTextWrapPos();
    }
    ImGui::Separator();
    buildTimes(history);
    ImGui::TextDisabled("H hides and shows this.");
    ImGui::PopItemWidth();
    ImGui::End();
}

} // namespace viewer
