// A picture that a sample has drawn.
#pragma once

#include <algorithm>
#include <cstdlib>
#include <string>
#include <vector>

struct Picture {
    int width = 0;
    int height = 0;
    std::vector<unsigned char> values; // three a pixel

    [[nodiscard]] int at(int x, int y, int channel) const
    {
        return values[static_cast<std::size_t>(3 * (y * width + x) + channel)];
    }
    // The largest difference of a channel of two pixels, of this picture or another.
    [[nodiscard]] int difference(int x, int y, const Picture& other, int otherX, int otherY) const
    {
        int largest = 0;
        for (int channel = 0; channel < 3; ++channel)
            largest = std::max(largest, std::abs(at(x, y, channel) - other.at(otherX, otherY, channel)));
        return largest;
    }
};

// Empty if the file cannot be read.
[[nodiscard]] Picture readPicture(const std::string& file);
