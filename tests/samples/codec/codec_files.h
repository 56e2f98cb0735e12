// Small files for delta_codec, made up.
#pragma once

#include "bytes.h"

#include <support/png.h>
#include <support/wav.h>

constexpr files::WavFormat kStereo = {files::kWavPcm, 2, 44100, 2};

// A WAV file of slow waves, a chunk behind its samples.
[[nodiscard]] files::Bytes makeWav(const files::WavFormat& format = kStereo, uint32_t frames = 3001);

constexpr files::PngShape kPicture = {61, 37};

// A slope with some noise, row after row.
[[nodiscard]] files::Bytes makePixels(const files::PngShape& picture);
[[nodiscard]] files::Bytes makePng(const files::PngShape& picture = kPicture);
// The PAM file that a PNG file is decoded to.
[[nodiscard]] files::Bytes makePam(const files::PngShape& picture = kPicture);

// Numbers of 4 bytes that grow steadily, and 3 bytes more.
[[nodiscard]] files::Bytes makeNumbers();
