#include "ui.h"

#include "controls.h"

#include <imgui.h>

#include <backends/imgui_impl_glfw.h>
#define GLFW_INCLUDE_NONE
#include <GLFW/glfw3.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <utility>

namespace window {
namespace {

// Empty if there is no such folder.
std::string rememberedFile(const std::string& name)
{
    namespace fs = std::filesystem;
    const auto variable = [](const char* name) {
        const char* value = std::getenv(name); // NOLINT(concurrency-mt-unsafe): before any thread starts
        return fs::path(value == nullptr ? "" : value);
    };
    fs::path folder = variable("XDG_CONFIG_HOME");
    if (folder.empty())
        folder = variable("APPDATA");
    if (folder.empty() && !variable("HOME").empty())
        folder = variable("HOME") / ".config";
    if (folder.empty())
        return {};
    std::error_code error;
    fs::create_directories(folder / "vkscan", error);
    return error ? std::string() : (folder / "vkscan" / (name + ".ini")).string();
}

// Shows them over the picture, or below the panel if it would cover them and leaves room.
void showLabels(std::vector<support::Label> labels, const PanelPlace& panel)
{
    const ImGuiIO& io = ImGui::GetIO();
    const ImVec2 scale = io.DisplayFramebufferScale;
    const auto height = static_cast<uint32_t>(io.DisplaySize.y * scale.y);
    const auto at = [scale](int x, int y) {
        return ImVec2(static_cast<float>(x) / scale.x, static_cast<float>(y) / scale.y);
    };
    for (support::Label& label : labels) {
        const support::LabelBox all = support::boxesOf(label, height).front();
        const ImVec2 low = at(all.left, all.top);
        const ImVec2 high = at(all.right, all.bottom);
        const bool isCovered = low.x < panel.right && high.x > panel.left && low.y < panel.bottom && high.y > panel.top;
        const float down = panel.bottom - low.y + ImGui::GetFontSize() / 2;
        if (isCovered && high.y + down <= io.DisplaySize.y)
            label.y += down * scale.y;
        for (const support::LabelBox& box : support::boxesOf(label, height))
            ImGui::GetBackgroundDrawList()->AddRectFilled(at(box.left, box.top), at(box.right, box.bottom),
                                                          box.isText ? IM_COL32_WHITE : IM_COL32_BLACK);
    }
}

void showMessage(const std::string& message)
{
    const ImVec2 display = ImGui::GetIO().DisplaySize;
    const float unit = ImGui::GetFontSize();
    ImGui::SetNextWindowPos(ImVec2(display.x / 2, display.y - unit), ImGuiCond_Always, ImVec2(0.5F, 1));
    ImGui::SetNextWindowBgAlpha(0.8F);
    ImGui::Begin("##message", nullptr,
                 ImGuiWindowFlags_NoDecoration | ImGuiWindowFlags_NoInputs | ImGuiWindowFlags_NoSavedSettings |
                     ImGuiWindowFlags_AlwaysAutoResize | ImGuiWindowFlags_NoFocusOnAppearing | ImGuiWindowFlags_NoNav);
    ImGui::PushTextWrapPos(std::min(40 * unit, display.x - 3 * unit));
    warn(message);
    ImGui::PopTextWrapPos();
    ImGui::End();
}

} // namespace

Ui::Ui(GLFWwindow* window, std::string name) : m_window(window), m_name(std::move(name)), m_file(rememberedFile(m_name))
{
    IMGUI_CHECKVERSION();
    ImGui::CreateContext();
    ImGui::GetIO().IniFilename = m_file.empty() ? nullptr : m_file.c_str();
    rescale();
    // ImGui also calls earlier callbacks.
    ImGui_ImplGlfw_InitForVulkan(window, true);
}

Ui::~Ui()
{
    ImGui_ImplGlfw_Shutdown();
    ImGui::DestroyContext();
}

float Ui::contentScale() const
{
    float scale = 1;
    glfwGetWindowContentScale(m_window, &scale, nullptr);
    return std::max(scale, 1.0F);
}

bool Ui::rescale()
{
    const float scale = contentScale();
    if (scale == m_scale)
        return false;
    m_scale = scale;
    ImFontConfig font;
    font.SizePixels = 13 * scale;
    ImGui::GetIO().Fonts->Clear();
    ImGui::GetIO().Fonts->AddFontDefault(&font);
    ImGui::GetStyle() = ImGuiStyle();
    ImGui::GetStyle().ScaleAllSizes(scale);
    return true;
}

const ImDrawData& Ui::update(Sample& sample, PanelContent& content, const std::string& message)
{
    ImGui_ImplGlfw_NewFrame();
    ImGui::NewFrame();
    m_panel = m_visible ? buildPanel(m_name.c_str(), sample, content) : PanelPlace();
    showLabels(sample.labels(), m_panel);
    if (!message.empty())
        showMessage(message);
    ImGui::Render();
    return *ImGui::GetDrawData();
}

bool Ui::covers(glm::vec2 place) const
{
    if (!m_visible)
        return false;
    if (ImGui::IsPopupOpen("", ImGuiPopupFlags_AnyPopupId | ImGuiPopupFlags_AnyPopupLevel))
        return true;
    const ImVec2 scale = ImGui::GetIO().DisplayFramebufferScale;
    const glm::vec2 at = place / glm::vec2(scale.x, scale.y);
    return at.x >= m_panel.left && at.x < m_panel.right && at.y >= m_panel.top && at.y < m_panel.bottom;
}

bool Ui::takesKeys()
{
    return ImGui::GetIO().WantTextInput;
}

} // namespace window
