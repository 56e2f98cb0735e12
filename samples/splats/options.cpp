#include "options.h"

#include "ply.h"

#include "../window/camera.h"

namespace splats {
namespace {

const gpu::Choices<Order> kOrders = {{"sorted", Order::Sorted}, {"unsorted", Order::Unsorted}, {"both", Order::Both}};
const gpu::Choices<From> kFrom = {
    {"around", From::Around}, {"inside", From::Inside}, {"far", From::Far}, {"away", From::Away}};
const gpu::Choices<Up> kUps = {{"y", Up::Y}, {"-y", Up::MinusY}, {"z", Up::Z}, {"-z", Up::MinusZ}};
const gpu::Choices<uint32_t> kKeyBits = {{"16", 16}, {"24", 24}, {"32", 32}};
constexpr float kFarthestCamera = 1e6F;
constexpr uint32_t kFrames = 8;       // the default, during which the eye goes around
constexpr uint32_t kSweptFrames = 32; // for each kind of a sweep

} // namespace

Options parseOptions(int argc, char** argv)
{
    Options options;
    gpu::CommandLine line(
        "Gaussian splats, of which compaction picks those that are seen; they are sorted by depth on the "
        "device in each frame and drawn in that order.",
        "splats");
    const gpu::Option scene =
        line.add("--scene", options.scene, "A PLY file of trained 3D Gaussian splats; without it an island is made up")
            .text("FILE");
    line.addChoice("--up", options.up, kUps, "The file's direction that is up; -y by default").needs(scene);
    line.add("--splats", options.count, "Splats of the island; 1048576 by default")
        .within(1, kMostSplats)
        .text("N")
        .excludes(scene);
    const gpu::Option from = line.addChoice(
        "--from", options.from, kFrom,
        "Where the eye is: it goes around the scene, is inside, far away, or looks away. around by default");
    std::vector<float> camera;
    line.add("--camera", camera, "Eye and target instead, in the scene's units, y upwards; it stands still")
        .commaSeparated(6)
        .numberWithin(-kFarthestCamera, kFarthestCamera)
        .text("X,Y,Z,X,Y,Z")
        .excludes(from);
    const auto [window, size, output] = drawing::addPictureOptions(
        line, &options,
        "Frames to draw, of which the last is the picture; 8 by default, in a window until it is closed");
    const gpu::Option seen =
        line.add("--seen", options.seen,
                 "Turn the eye aside until it sees about so many percent of the splats; it stands still")
            .numberWithin(0.01F, 100)
            .text("PERCENT")
            .excludes(window);
    const gpu::Option keyBits =
        line.addChoice("--key-bits", options.keyBits, kKeyBits,
                       "Bits of the depths that are sorted by, eight for each pass of the sort; 16 by default");
    const gpu::Option order = line.addChoice(
        "--order", options.order, kOrders,
        "The order in which splats are drawn; both: on the left half sorted, on the right not. sorted by default");
    const gpu::Option saved =
        line.add("--save-scene", options.savedScene, "Also write the island, a PLY file whose direction y is up")
            .excludes(window)
            .excludes(scene)
            .output(".ply");
    line.add("--sweep", options.sweep,
             "Instead of a picture, a JSON file: medians of the stages where about 1, 2, 5, 10, 25, 50 and 100 percent "
             "of "
             "the splats are seen, with keys of 16 and of 24 bits")
        .output(".json")
        .excludes(window)
        .excludes(seen)
        .excludes(keyBits)
        .excludes(order)
        .excludes(output)
        .excludes(saved);
    gpu::parseOrExit(line, argc, argv);
    if (!camera.empty()) {
        const auto [eye, target] = window::eyeAndTarget(camera);
        options.camera = {eye, target};
    }
    if (!options.window && options.frames == 0)
        options.frames = options.sweep.empty() ? kFrames : kSweptFrames;
    return options;
}

} // namespace splats
