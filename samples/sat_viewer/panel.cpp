#include "panel.h"

#include "comparison.h"

#include "../window/controls.h"

#include <cmath>

namespace viewer {
namespace {

using window::choose;
using window::slide;

constexpr ImU32 kColours[BlurTimes::kWays] = {IM_COL32(86, 180, 233, 255), IM_COL32(230, 159, 0, 255),
                                              IM_COL32(213, 94, 0, 255)};

// The times at the radius, side by side, and all of them against the radius.
void showBlurTimes(const BlurTimes& times, unsigned radius)
{
    if (!times.areUsable()) {
        ImGui::TextWrapped("The device's timestamps do not enclose the stages, so these have no times.");
        return;
    }
    if (const auto now = times.byRadius().find(radius); now != times.byRadius().end()) {
        for (std::size_t way = 0; way < BlurTimes::kWays; ++way) {
            ImGui::PushStyleColor(ImGuiCol_Text, kColours[way]);
            ImGui::Text("%-10s %9.3f ms  x %.1f", BlurTimes::kNames[way], now->second[way],
                        now->second[way] / now->second[0]);
            ImGui::PopStyleColor();
        }
    }
    const ImVec2 size(ImGui::GetContentRegionAvail().x, 8 * ImGui::GetTextLineHeight());
    const ImVec2 corner = ImGui::GetCursorScreenPos();
    ImGui::Dummy(size);
    ImDrawList& list = *ImGui::GetWindowDrawList();
    list.AddRectFilled(corner, ImVec2(corner.x + size.x, corner.y + size.y), IM_COL32(0, 0, 0, 120));
    if (times.byRadius().empty())
        return;
    const auto [shortest, longest] = times.range();
    const double across = std::log(1.0 + times.byRadius().rbegin()->first);
    const double down = std::log(longest * 1.2 / (shortest * 0.8));
    for (std::size_t way = 0; way < BlurTimes::kWays; ++way) {
        list.PathClear();
        for (const auto& [at, milliseconds] : times.byRadius()) {
            const double x = std::log(1.0 + at) / across;
            const double y = std::log(milliseconds[way] / (shortest * 0.8)) / down;
            list.PathLineTo(
                ImVec2(corner.x + size.x * static_cast<float>(x), corner.y + size.y * static_cast<float>(1 - y)));
        }
        list.PathStroke(kColours[way], 0, 2);
    }
    ImGui::TextDisabled("time by radius, logarithmic");
}

// Shows the scene's value until another is chosen.
void slideSceneValue(const char* label, std::optional<float>& value, float sceneValue, float low, float high,
                     const char* format, bool logarithmic = false)
{
    float shown = value.value_or(sceneValue);
    if (slide(label, shown, low, high, format, logarithmic))
        value = shown;
}

void slideSplit(Settings& settings)
{
    slide("As it is", settings.compare, 0, 1, "%.2f of the picture");
}

void buildTechnique(Settings& settings, const PanelContent& content)
{
    choose<Technique>("Technique", settings.technique,
                      {{"None", Technique::None},
                       {"Depth of field", Technique::DepthOfField},
                       {"A lens, point by point", Technique::Lens},
                       {"Box blur", Technique::BoxBlur},
                       {"Triangle blur", Technique::TriangleBlur},
                       {"Comparison of blurs", Technique::Comparison},
                       {"The table itself", Technique::TableView}});
    switch (settings.technique) {
    case Technique::None: break;
    case Technique::DepthOfField:
        slideSceneValue("Focus", settings.focusDistance, content.lens.focus, 0.5F, 60, "%.1f m", true);
        slideSceneValue("Aperture", settings.aperture, content.lens.aperture, 0, 2, "%.2f m");
        ImGui::Checkbox("Round aperture", &settings.roundAperture);
        slideSplit(settings);
        break;
    case Technique::Lens:
        slideSceneValue("Focus", settings.focusDistance, content.lens.focus, 0.5F, 60, "%.1f m", true);
        slideSceneValue("Aperture", settings.aperture, content.lens.aperture, 0, 2, "%.2f m");
        ImGui::Checkbox("The sun, too", &settings.sunPoints);
        break;
    case Technique::BoxBlur:
    case Technique::TriangleBlur:
        slide("Radius", settings.radius, 0, 200, "%.1f px", true);
        ImGui::Checkbox("Grows to the sides", &settings.radiusGrows);
        slideSplit(settings);
        break;
    case Technique::Comparison:
        slide("Radius", settings.comparisonRadius, 1, kMaxComparisonRadius, "%.0f px", true);
        ImGui::Checkbox("Sharp spots", &settings.spots);
        choose<BlurWay>("Shown", settings.way,
                        {{"Table | separable | naive", BlurWay::All},
                         {"Table", BlurWay::Table},
                         {"Separable", BlurWay::Separable},
                         {"Naive loop", BlurWay::Naive}});
        showBlurTimes(content.blurTimes, static_cast<unsigned>(std::lround(settings.comparisonRadius)));
        break;
    case Technique::TableView:
        slide("Scale", settings.tableScale, 0.01F, 100, "%.2f", true);
        ImGui::Checkbox("Lines of equal sums", &settings.tableContours);
        ImGui::TextUnformatted("orange: sums above 0, blue: below");
        break;
    }
}

void buildScene(Settings& settings, PanelContent& content, bool& animate)
{
    buildTechnique(settings, content);
    if (ImGui::CollapsingHeader("Light")) {
        ImGui::Checkbox("Shadows", &settings.shadows);
        if (settings.shadows) {
            slide("Softness", settings.shadowSoftness, 0, 1, "%.2f");
            slide("Less bleeding", settings.lightBleedReduction, 0, 1, "%.2f");
            ImGui::TextWrapped(
                "A table knows how high things in a box are, but not where: below three and more heights, "
                "some light may seep through a shadow.");
        }
        slide("Exposure", settings.exposure, 0.05F, 20, "%.2f", true);
        ImGui::Checkbox("Follows the scene", &settings.autoExposure);
    }
    ImGui::Checkbox("Animate", &animate);
    if (settings.camera) {
        ImGui::SameLine();
        if (ImGui::Button("Camera back"))
            settings.camera.reset();
    }
    if (content.kind == Source::Kind::Gltf)
        content.wantsCourtyard = ImGui::Button("The courtyard");
}

void buildImage(Settings& settings, PanelContent& content)
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
    slideSplit(settings);
    slide("Exposure", settings.exposure, 0.05F, 20, "%.2f", true);
    slide("Zoom", settings.framing.zoom, 0.25F, 64, "%.2f", true);
    if (ImGui::Button("All of it"))
        settings.framing = {};
    ImGui::SameLine();
    content.wantsCourtyard = ImGui::Button("The courtyard");
}

void buildTables(Settings& settings)
{
    if (!ImGui::CollapsingHeader("Tables"))
        return;
    choose("Waiting", settings.waiting, gpu::choicesOf(vkscan::kWaitings));
    choose("Accumulation", settings.accumulation, gpu::choicesOf(vkscan::kAccumulations));
    choose("Bias", settings.bias, gpu::choicesOf(vkscan::kBiases));
}

} // namespace

void buildControls(Settings& settings, PanelContent& content, bool& animate)
{
    if (content.isCoarse && content.kind != Source::Kind::Picture)
        ImGui::TextWrapped("A CPU draws this: shadows have a quarter of their texels. --size WxH draws all of them.");
    if (!content.refusal.empty())
        window::warn(content.refusal);
    content.kind == Source::Kind::Picture ? buildImage(settings, content) : buildScene(settings, content, animate);
    if (!content.note.empty())
        ImGui::TextWrapped("%s", content.note.c_str());
    buildTables(settings);
    content.wantsCommand = ImGui::Button("Copy as a command line");
}

} // namespace viewer
