// Small files for delta_codec, made up.
#pragma once

#include "bytes.h"

#include <cstdint>
#include <string>

// A WAV file of slow waves, a chunk behind its samples.
struct Wav {
    uint32_t format = 1; // PCM
    uint32_t channels = 2;
    uint32_t bits = 16;
    uint32_t frames = 3001;
};
[[nodiscard]] files::Bytes makeWav(const Wav& wav);

struct Picture {
    int width = 61;
    int height = 37;
    int channels = 3;
};
// A slope with some noise, row after row.
[[nodiscard]] files::Bytes makePixels(const Picture& picture);
[[nodiscard]] files::Bytes makePng(const Picture& picture);
// The PAM file that a PNG file is decoded to.
[[nodiscard]] files::Bytes makePam(const Picture& picture);

// Numbers of 4 bytes that grow steadily, and 3 bytes more.
[[nodiscard]] files::Bytes makeNumbers();
