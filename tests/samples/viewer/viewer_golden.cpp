// Compares a picture with the one it should be: by all its pixels, and by the block of 16 x 16 that differs most, so
// that an effect that fails in one place is found and the last bits of another device's arithmetic are not.
#include "drawn_picture.h"

#include <cmath>
#include <cstdio>
#include <exception>
#include <stdexcept>
#include <string>

namespace {

constexpr int kChannels = 3;
constexpr int kBlock = 16;
// Root mean squares of differences, of 255. How sums are formed changes pictures by up to 0.3, their blocks by 2.6;
// a blur whose radius is wrong by a twentieth by 1.2, a focus off by a tenth by 5.9, an effect left out by 20 and more.
constexpr double kPictureLimit = 1.0;
constexpr double kBlockLimit = 5.0;

// The sum of squared differences in a rectangle, and of how many values.
struct Difference {
    double squares = 0;
    double count = 0;

    [[nodiscard]] double rootMeanSquare() const { return std::sqrt(squares / count); }
};

Difference differenceIn(const Picture& a, const Picture& b, int left, int top, int size)
{
    Difference difference;
    for (int y = top; y < std::min(top + size, a.height); ++y) {
        for (int i = left * kChannels; i < std::min(left + size, a.width) * kChannels; ++i) {
            const auto at = static_cast<std::size_t>(y * a.width * kChannels + i);
            const double step = static_cast<double>(a.values[at]) - b.values[at];
            difference.squares += step * step;
            difference.count += 1;
        }
    }
    return difference;
}

bool agree(const Picture& expected, const Picture& actual)
{
    if (expected.values.empty() || expected.width != actual.width || expected.height != actual.height)
        throw std::runtime_error("the pictures cannot be read, or are not of one size");
    Difference all;
    double worst = -1;
    int worstLeft = 0;
    int worstTop = 0;
    for (int top = 0; top < expected.height; top += kBlock) {
        for (int left = 0; left < expected.width; left += kBlock) {
            const Difference block = differenceIn(expected, actual, left, top, kBlock);
            all.squares += block.squares;
            all.count += block.count;
            if (block.rootMeanSquare() > worst) {
                worst = block.rootMeanSquare();
                worstLeft = left;
                worstTop = top;
            }
        }
    }
    std::printf("differs by %.3f (limit %.1f), in the worst block, at (%d, %d), by %.3f (limit %.1f)\n",
                all.rootMeanSquare(), kPictureLimit, worstLeft, worstTop, worst, kBlockLimit);
    return all.rootMeanSquare() <= kPictureLimit && worst <= kBlockLimit;
}

} // namespace

int main(int argc, char** argv)
{
    if (argc != 3) {
        std::fprintf(stderr, "viewer_golden: needs two files, what should be and what is\n");
        return 1;
    }
    try {
        return agree(readPicture(argv[1]), readPicture(argv[2])) ? 0 : 1;
    } catch (const std::exception& error) {
        std::fprintf(stderr, "viewer_golden: %s\n", error.what());
        return 1;
    }
}
