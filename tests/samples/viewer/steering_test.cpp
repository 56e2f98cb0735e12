// How the viewer's camera and pictures follow mouse and keys.
#include <sat_viewer/framing.h>
#include <window/camera.h>
#include <window/stage_history.h>

#include <gtest/gtest.h>

#define GLFW_INCLUDE_NONE
#include <GLFW/glfw3.h>

namespace {

using glm::vec2;
using glm::vec3;
using viewer::Framing;
using window::Camera;
using window::Events;

void expectNear(vec3 a, vec3 b)
{
    for (int axis = 0; axis < 3; ++axis)
        EXPECT_NEAR(a[axis], b[axis], 1e-4F) << "axis " << axis;
}

const Camera kOwn({1, 2, 9}, {0, 1, 0});

TEST(Steering, LeavesTheSceneItsCamera)
{
    std::optional<Camera> camera;
    window::steer({}, 100, kOwn, camera);
    EXPECT_FALSE(camera);
}

TEST(Steering, StartsWhereTheSceneIs)
{
    expectNear(kOwn.eye(), {1, 2, 9});
    expectNear(kOwn.target(), {0, 1, 0});
}

TEST(Steering, TurnsAroundTheTarget)
{
    std::optional<Camera> camera;
    Events events;
    events.draggedLeft = {30, -10};
    window::steer(events, 100, kOwn, camera);
    ASSERT_TRUE(camera);
    expectNear(camera->target(), kOwn.target());
    EXPECT_NEAR(glm::distance(camera->eye(), camera->target()), glm::distance(kOwn.eye(), kOwn.target()), 1e-4F);
    EXPECT_LT(camera->eye().x, kOwn.eye().x) << "what is under the mouse follows it";
    EXPECT_LT(camera->eye().y, kOwn.eye().y);
}

TEST(Steering, StaysAboveTheGround)
{
    constexpr float kLowest = 0.2F;
    std::optional<Camera> camera;
    const Camera start({1, 2, 9}, {0, 1, 0}, kLowest);
    Events down;
    down.draggedLeft = {10, -200};
    for (int i = 0; i < 5; ++i)
        window::steer(down, 100, start, camera);
    EXPECT_NEAR(camera->eye().y, kLowest, 1e-4F);
    expectNear(camera->target(), start.target());
    EXPECT_NEAR(glm::distance(camera->eye(), start.target()), glm::distance(start.eye(), start.target()), 1e-4F);
    Events farther;
    farther.wheel = -10;
    window::steer(farther, 100, start, camera);
    EXPECT_NEAR(camera->eye().y, kLowest, 1e-4F);
    expectNear(camera->target(), start.target());
    Events sink;
    sink.held = {{GLFW_KEY_Q, 5.0F}};
    window::steer(sink, 100, start, camera);
    EXPECT_NEAR(camera->eye().y, kLowest, 1e-4F);
    Events up;
    up.draggedLeft = {0, 20};
    window::steer(up, 100, start, camera);
    EXPECT_GT(camera->eye().y, kLowest + 1);
}

TEST(Steering, LooksAround)
{
    std::optional<Camera> camera;
    Events events;
    events.draggedRight = {30, 0};
    window::steer(events, 100, kOwn, camera);
    ASSERT_TRUE(camera);
    expectNear(camera->eye(), kOwn.eye());
    EXPECT_LT(camera->target().x, kOwn.target().x);
}

TEST(Steering, NeverTurnsOver)
{
    std::optional<Camera> camera;
    Events events;
    events.draggedRight = {0, 10000};
    window::steer(events, 100, kOwn, camera);
    ASSERT_TRUE(camera);
    EXPECT_GT(camera->target().y, camera->eye().y);
    EXPECT_GT(glm::distance(vec2(camera->target().x, camera->target().z), vec2(camera->eye().x, camera->eye().z)),
              0.1F);
}

TEST(Steering, MovesByTheTimeThatKeysAreHeld)
{
    std::optional<Camera> camera;
    Events events;
    events.held = {{GLFW_KEY_D, 0.5F}};
    window::steer(events, 100, Camera({0, 0, 5}, {0, 0, 0}), camera);
    ASSERT_TRUE(camera);
    expectNear(camera->eye(), {1.5F, 0, 5});
    expectNear(camera->target(), {1.5F, 0, 0});
    events.held = {{GLFW_KEY_W, 0.5F}, {GLFW_KEY_LEFT_SHIFT, 0.5F}};
    window::steer(events, 100, kOwn, camera);
    expectNear(camera->eye(), {1.5F, 0, -1});
}

TEST(Steering, ComesCloserButNotToTheTarget)
{
    std::optional<Camera> camera;
    Events events;
    events.wheel = 1;
    window::steer(events, 100, kOwn, camera);
    ASSERT_TRUE(camera);
    expectNear(camera->target(), kOwn.target());
    EXPECT_LT(glm::distance(camera->eye(), camera->target()), glm::distance(kOwn.eye(), kOwn.target()));
    events.wheel = 1000;
    window::steer(events, 100, kOwn, camera);
    EXPECT_GT(glm::distance(camera->eye(), camera->target()), 0.2F);
}

const vec2 kPicture(400, 100);
const vec2 kDrawn(200, 200);

TEST(Framing, ShowsAllOfThePicture)
{
    const Framing framing;
    EXPECT_FLOAT_EQ(framing.texelsPerPixel(kPicture, kDrawn), 2);
    EXPECT_EQ(framing.texelAt({0, 75}, kPicture, kDrawn), vec2(0, 0));
    EXPECT_EQ(framing.texelAt({200, 125}, kPicture, kDrawn), kPicture);
    EXPECT_EQ(framing.pixelAt(kPicture, kPicture, kDrawn), vec2(200, 125));
}

TEST(Framing, ZoomsAtTheMouseAndPans)
{
    Framing framing;
    const vec2 mouse(150, 90);
    const vec2 there = framing.texelAt(mouse, kPicture, kDrawn);
    framing.zoomAt(mouse, 3, kPicture, kDrawn);
    EXPECT_FLOAT_EQ(framing.zoom, 3);
    EXPECT_LT(glm::distance(framing.texelAt(mouse, kPicture, kDrawn), there), 1e-3F);
    framing.pan({20, -10}, kPicture, kDrawn);
    EXPECT_LT(glm::distance(framing.texelAt(mouse + vec2(20, -10), kPicture, kDrawn), there), 1e-3F);
    framing.pan({1e6F, 0}, kPicture, kDrawn);
    EXPECT_EQ(framing.centre.x, 0) << "something of the picture stays";
}

TEST(StageHistory, KeepsTheLastFramesOfOneSetOfStages)
{
    window::StageHistory history;
    for (int frame = 0; frame < 500; ++frame)
        history.add({{"a", 1}, {"b", frame == 499 ? 5.0 : 2.0}});
    history.add({});
    ASSERT_EQ(history.entries().size(), 2U);
    EXPECT_EQ(history.entries()[0].recent.size(), 120U);
    EXPECT_FLOAT_EQ(history.slowest(), 6);
    EXPECT_NEAR(history.totalAverage(), 3.3F, 1e-3F);
    history.add({{"a", 7}});
    ASSERT_EQ(history.entries().size(), 1U);
    EXPECT_EQ(history.entries()[0].recent.size(), 1U);
}

TEST(StageHistory, RestartsBehindTheFramesInFlight)
{
    window::StageHistory history;
    history.add({{"a", 100}});
    history.restart(2);
    EXPECT_TRUE(history.entries().empty());
    history.add({{"a", 100}});
    history.add({{"a", 100}});
    EXPECT_TRUE(history.entries().empty());
    history.add({{"a", 1}});
    EXPECT_FLOAT_EQ(history.totalAverage(), 1);
}

} // namespace
