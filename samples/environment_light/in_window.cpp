#include "options.h"

#include "renderer.h"

#include "../window/application.h"
#include "../window/camera.h"
#include "../window/controls.h"
#include <support/operation.h>

#include <cmath>

namespace environment {
namespace {

constexpr float kDegreesPerSecond = 12; // of the sun
constexpr float kSeedsPerSecond = 60;   // of random numbers
constexpr float kLowest = 0.1F;         // metres above the ground, the eye

class LitScene final : public window::Sample {
public:
    LitScene(gpu::Device& device, const Options& options)
        : m_context(gpu::createContext(device)),
          m_world(worldOf(options)),
          m_renderer(device, m_context, mapOf(options), m_world),
          m_isMadeUp(options.map.empty()),
          m_sunHeight(options.sunHeight),
          m_sunTurn(options.sunTurn)
    {
        m_look.light = options.light;
        m_look.rays = options.rays;
        m_look.passRays = 2 * kPoints; // the fewest, so that first steps are short
    }

    void resize(VkExtent2D extent) override
    {
        m_extent = extent;
        m_renderer.resize(extent);
        m_drawn.reset();
    }

    void navigate(const window::Events& events) override
    {
        window::steer(events, static_cast<float>(m_extent.height), ownCamera(), m_camera);
    }

    void reset() override { m_camera.reset(); }

    void buildControls(bool& animate) override
    {
        window::choose<Light>("Rays", m_look.light,
                              {{"Uniform", Light::Uniform},
                               {"By importance", Light::Importance},
                               {"Uniform | by importance", Light::Both}});
        auto groups = static_cast<float>(m_look.rays / kPoints);
        if (window::slide("Rays a pixel / 4", groups, 2, 64, "%.0f", true))
            m_look.rays = kPoints * static_cast<uint32_t>(std::lround(groups));
        if (!m_isMadeUp)
            return;
        window::slide("Sun", m_sunHeight, -5, 90, "%.0f degrees high");
        ImGui::Checkbox("Turn the sun", &animate);
    }

    [[nodiscard]] std::string help() const override { return Sample::help() + "\ndrop      shows a map from a file"; }

    void record(VkCommandBuffer commandBuffer, drawing::FrameTimer& timer, uint32_t slot, float seconds) override
    {
        const window::Camera camera = m_camera.value_or(ownCamera());
        m_look.eye = camera.eye();
        m_look.target = camera.target();
        const std::pair asked(m_look, m_sunHeight);
        const drawing::Steps::Range steps = m_steps.take(slot, {stepsOf(m_look), m_drawn != asked, seconds});
        m_drawn = asked;
        if (steps.isEmpty())
            return; // the picture is complete
        Look look = m_look;
        look.sun = sunAt(m_sunHeight, m_sunTurn + kDegreesPerSecond * m_steps.seconds());
        look.seed = static_cast<uint32_t>(kSeedsPerSecond * m_steps.seconds()); // noise only changes with time
        m_renderer.record(commandBuffer, look, steps, m_steps.isShown(), timer);
    }

    [[nodiscard]] std::string progress() const override { return m_steps.progress("steps"); }

    [[nodiscard]] const gpu::Image& picture(uint32_t /*slot*/) const override { return m_renderer.picture(); }
    [[nodiscard]] std::vector<support::Label> labels() const override { return m_renderer.labels(); }

private:
    [[nodiscard]] window::Camera ownCamera() const
    {
        const Look look = lookAt(m_world);
        return {look.eye, look.target, kLowest};
    }

    vkscan::Context m_context;
    World m_world;
    Renderer m_renderer;
    bool m_isMadeUp; // whether the map is generated
    float m_sunHeight;
    float m_sunTurn; // initial angle in degrees
    VkExtent2D m_extent = {};
    Look m_look; // without sun and seed, which depend on time
    drawing::Steps m_steps;
    std::optional<std::pair<Look, float>> m_drawn; // look and height of the sun
    std::optional<window::Camera> m_camera;        // none: the default
};

} // namespace

void runInWindow(const Options& options)
{
    window::run<LitScene>("environment_light", options, &Options::map, options.hasSize ? VkExtent2D() : kPreview);
}

} // namespace environment
