// The viewer's settings, on the command line and in its window.
#pragma once

#include "framing.h"

#include "../window/camera.h"

#include <vkscan/summed_area_table.h>

#include <optional>

namespace viewer {

// Effects on the rendered picture.
enum class Technique { None, DepthOfField, Lens, BoxBlur, TriangleBlur, Comparison, TableView };

// Filters of a picture from a file.
enum class Filter { Box, AdaptiveThreshold, Sauvola, LocalContrast };

// The ways to blur that a comparison shows: a third of the picture by each, or all of it by one.
enum class BlurWay { All, Table, Separable, Naive };

constexpr uint32_t kMaxLensPoints = 4096;

struct Settings {
    Technique technique = Technique::DepthOfField;
    float exposure = 1.0F;
    bool autoExposure = false;            // relative to the scene's brightness
    std::optional<window::Camera> camera; // none: the scene's, which moves

    // Depth of field, and the lens that it approximates.
    std::optional<float> focusDistance; // metres from the eye; none: the scene's
    std::optional<float> aperture;      // metres, the diameter of the lens; none: the scene's
    bool roundAperture = true;          // a staircase of five boxes instead of a square

    bool sunPoints = false;    // lens only: each picture has hard shadows, from a point of the sun
    uint32_t lensPoints = 256; // lens only: pictures that are averaged

    // Box and triangle blur.
    float radius = 24.0F;    // pixels, half the box's width; need not be whole
    bool radiusGrows = true; // from 0 in the middle of the picture to `radius` at its sides

    // Depth of field, box and triangle blur, and filters: the left part of the picture that is shown unchanged.
    float compare = 0.0F; // 0 to 1

    // Comparison of blurs.
    float comparisonRadius = 16; // pixels, a whole number
    bool spots = false;          // sharp spots amid the blur
    BlurWay way = BlurWay::All;

    // Summed-area moment shadow maps.
    bool shadows = true;
    float shadowSoftness = 0.5F;      // 0 to 1: the sun's apparent size
    float lightBleedReduction = 0.2F; // 0 to 1: strength of faint light that counts as none

    // The tables. Settings that a device does not offer are refused with a sentence when a frame is recorded.
    vkscan::Waiting waiting = vkscan::Waiting::Auto;
    vkscan::Accumulation accumulation = vkscan::Accumulation::F32;
    vkscan::Bias bias = vkscan::Bias::Mean;

    // Table view.
    float tableScale = 1.0F;   // brightens small sums
    bool tableContours = true; // lines of equal sums

    // Pictures from files.
    Filter filter = Filter::Box;
    float filterRadius = 12.0F;   // pixels
    float filterThreshold = 0.1F; // both thresholds: difference from the surroundings that is black, 0 to 1
    float filterAmount = 1.0F;    // local contrast: 0 leaves the picture alone
    Framing framing;

    bool operator==(const Settings&) const = default;
};

} // namespace viewer
