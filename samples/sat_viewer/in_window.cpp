#include "options.h"
#include "panel.h"
#include "view.h"

#include "../window/application.h"
#include <support/operation.h>

#include <imgui.h>

#include <array>
#include <cmath>
#include <utility>

namespace viewer {
namespace {

// On a CPU, a frame of the usual size takes seconds.
constexpr VkExtent2D kSizeOnCpu = {480, 270};
constexpr uint32_t kShadowSideOnCpu = kShadowSide / 2;

class Viewer final : public window::Sample {
public:
    Viewer(gpu::Device& device, const Options& options)
        : m_device(device),
          m_context(gpu::createContext(device)),
          m_first(options.settings),
          m_settings(options.settings),
          m_lastSettings(options.settings),
          m_source(options.source)
    {
        m_panel.isCoarse = device.isCpu() && !options.size;
        m_view = make(options.source);
        m_panel.kind = options.source.kind;
        m_panel.note = m_view->note();
    }

    void resize(VkExtent2D extent) override
    {
        m_extent = extent;
        m_panel.blurTimes = {};
        m_view->resize(extent);
    }

    void navigate(const Events& events) override
    {
        m_view->navigate(events, m_slot, m_settings);
        for (const std::string& file : events.droppedFiles)
            show(sourceOf(file));
        if (std::exchange(m_panel.wantsCourtyard, false))
            show({});
    }

    void reset() override
    {
        m_settings.camera = m_first.camera;
        m_settings.focusDistance = m_first.focusDistance;
        m_settings.framing = {};
    }

    void buildControls(bool& animate) override
    {
        m_panel.lens = m_view->lens();
        viewer::buildControls(m_settings, m_panel, animate);
        if (m_panel.wantsCommand)
            copyCommand();
    }

    [[nodiscard]] std::string help() const override
    {
        return m_panel.kind == Source::Kind::Picture ? "drag      moves the picture, or its split line\n"
                                                       "wheel     zooms"
                                                     : "click     focuses\n" + Sample::help();
    }

    void record(VkCommandBuffer commandBuffer, drawing::FrameTimer& timer, uint32_t slot, float seconds) override
    {
        try {
            m_view->record(commandBuffer, timer, slot, m_settings, seconds);
        } catch (const std::exception&) {
            m_settings = m_lastSettings;
            throw;
        }
        m_lastSettings = m_settings;
        m_slot = slot;
        m_radii[slot] = static_cast<unsigned>(std::lround(m_settings.comparisonRadius));
    }

    void finish(uint32_t slot, const std::vector<drawing::FrameTimer::Stage>& stages) override
    {
        m_panel.blurTimes.add(m_radii[slot], stages);
    }

    [[nodiscard]] std::string progress() const override { return m_view->progress(); }
    [[nodiscard]] std::vector<StageBytes> stageBytes() const override { return m_view->stageBytes(); }
    [[nodiscard]] const gpu::Image& picture(uint32_t slot) const override { return m_view->picture(slot); }
    [[nodiscard]] std::vector<support::Label> labels() const override { return m_view->labels(); }

private:
    [[nodiscard]] std::unique_ptr<View> make(const Source& source) const
    {
        return makeView(m_device, m_context, source, {m_panel.isCoarse ? kShadowSideOnCpu : kShadowSide, true});
    }

    void copyCommand() const
    {
        Settings settings = m_settings;
        settings.camera = m_view->camera();
        std::string command = "sat_viewer";
        for (const std::string& word : argumentsOf(settings, m_source, m_extent))
            command += word.find_first_of(" '\"\\$") == std::string::npos ? ' ' + word : " '" + word + "'";
        ImGui::SetClipboardText(command.c_str());
    }

    // Shows the source. On an error, throws a sentence, which also stays on the panel, and keeps the present view.
    void show(const Source& source)
    {
        try {
            std::unique_ptr<View> next = make(source);
            gpu::check(m_device.vk().vkDeviceWaitIdle(m_device.handle()), "vkDeviceWaitIdle");
            next->resize(m_extent);
            next->prepare(m_settings);
            m_view = std::move(next);
        } catch (const std::exception& error) {
            m_panel.refusal = error.what();
            throw;
        }
        m_lastSettings = m_settings;
        m_panel.refusal.clear();
        m_source = source;
        m_panel.kind = source.kind;
        m_panel.note = m_view->note();
        m_first.camera.reset();
        m_first.focusDistance.reset();
        reset();
    }

    gpu::Device& m_device;
    vkscan::Context m_context;
    VkExtent2D m_extent = {};
    Settings m_first; // camera and focus of the scene at first
    Settings m_settings;
    Settings m_lastSettings; // of the last drawn frame
    Source m_source;
    PanelContent m_panel;
    std::array<unsigned, kSlots> m_radii = {}; // of comparisons
    uint32_t m_slot = 0;                       // of the last recorded frame
    std::unique_ptr<View> m_view;
};

} // namespace

void runInWindow(const Options& options)
{
    window::WindowDesc desc;
    desc.name = "sat_viewer";
    desc.size = options.size.value_or(desc.size);
    if (!options.size)
        desc.sizeOnCpu = kSizeOnCpu;
    desc.frames = options.frames;
    desc.device = options.device;
    desc.withoutWindow = "--headless draws without one";
    window::run(desc, [&](gpu::Device& device, const std::string& /*file*/) {
        return std::make_unique<Viewer>(device, options);
    });
}

} // namespace viewer
