// Histograms: the number of elements of an array, or of an image's texels by their light, in each of many bins of equal
// width; and the mean light of an image without its darkest and brightest parts, for automatic exposure.
#ifndef VKSCAN_HISTOGRAM_H
#define VKSCAN_HISTOGRAM_H

#include <vkscan/export.h>
#include <vkscan/operation.h>
#include <vkscan/surface.h>

namespace vkscan {

constexpr uint32_t kMaxBinCount = 65536;
// With an image: the most bins, and the largest width and height of the image and of its weights.
constexpr uint32_t kMaxImageBinCount = 1024;
constexpr uint32_t kMaxHistogramExtent = 16384;
// The count of a texel of weight 1, where texels have weights.
constexpr uint32_t kHistogramWeightUnits = 128;

struct HistogramDesc {
    // Type of the elements: U32, I32 or F32.
    ElementType type = ElementType::U32;
    // 1 to kMaxBinCount. If the bins exceed the device's shared memory (4 bytes each: 4,096 fit every device), elements
    // are read once for each part of the bins that fits.
    uint32_t binCount = 256;

    uint64_t maxCount = 0; // the largest count that will be recorded; 0: any

    // How the input is stored in memory (types.h): U8, say, for the components of an image. Bins are of `type`.
    StoredType input = StoredType::Same;

    // Not undefined: the elements are the logarithms of the light of HistogramArgs::image's texels. R8_UNORM,
    // R16_UNORM, R16_SFLOAT or R32_SFLOAT, whose channel is the light; or R8G8B8A8_UNORM, R8G8B8A8_SRGB,
    // R16G16B16A16_UNORM, R16G16B16A16_SFLOAT, R32G32B32A32_SFLOAT, B10G11R11_UFLOAT_PACK32 or
    // E5B9G9R9_UFLOAT_PACK32, whose light is the luminance of linear red, green and blue, 0.2126 R + 0.7152 G + 0.0722
    // B (ITU-R BT.709). The device must sample the format. `type` is F32, and binCount at most kMaxImageBinCount.
    VkFormat inputFormat = VK_FORMAT_UNDEFINED;
    // Images: texels below the first bin count in it, and those beyond the last bin in that, so that all texels without
    // a NaN count.
    bool clampEnds = false;
};

// An element x belongs to bin k = floor((x - lower) / width) if x >= lower and k < binCount; other elements are not
// counted. For integers this is exact, also if x - lower exceeds the type. For floats it is floor((x - lower) * (1 /
// width)), each operation rounded to the 24 bits of an F32, but of any exponent: an element near a bin's edge may be
// counted on the other side, unless width is a power of two and the difference is exact. The test x >= lower is exact.
// Nothing overflows, and no device treats subnormal numbers as 0. NaNs and infinities are not counted.
//
// An image's elements are logarithms to base 2, and the same on every device: a channel below 2^-96 counts as 0, one
// above 2^96 as 2^96, luminance is rounded after each operation, and the logarithm of 2^e (1 + f), 0 <= f < 1, is
//
//     e + f + f (1 - f) (0.4228651 - 0.1592198 f), a multiple of 2^-23, at most 2^-10 from the exact one.
//
// Lower and width are rounded to multiples of 2^-23, and bins are exact. They begin at -96 or later, and end at 128 or
// before. Light of 0 is below every bin. A texel with a NaN is not counted.
//
// With an image, `image` and `descriptorSet` replace `input` and `count`, which are ignored. There is no countBuffer.
struct HistogramArgs {
    // `count` elements.
    BufferRange input = {};
    // Receives a 32-bit unsigned count for each bin, modulo 2^32; aligned to 4 bytes. Need not be cleared.
    BufferRange counts = {};
    // Lower edge of bin 0, and width of each bin; of the histogram's type. The defaults are 0 and 1. Width is greater
    // than 0. For floats both are finite.
    Scalar lower = {};
    Scalar width = {};

    uint64_t count = 0;           // elements; with countBuffer, their maximum
    BufferRange countBuffer = {}; // optional: a 32-bit unsigned count that the device reads, clamped to `count`
    bool barrierBefore = false;   // also records a barrier after all earlier commands
    bool barrierAfter = false;    // also records a barrier before all later commands

    // The following are for images.

    // At most kMaxHistogramExtent wide and high, with at most maxCount() texels. Image layouts are the caller's, also
    // with barrierBefore.
    Surface image = {};
    // Unless the context has push descriptors or descriptor heaps: a set of descriptorSetLayout() to which
    // writeDescriptors() wrote the same image.
    VkDescriptorSet descriptorSet = VK_NULL_HANDLE;
    // Optional: 4 bytes, aligned to 4. Receives an F32, the mean of counted texels by their bins: of those from the
    // fraction meanFrom to the fraction meanTo of the counts, in order of brightness. A texel is worth the middle of
    // its bin, so the mean is a logarithm to base 2, rounded to 2^-14 bins. It is `lower` if no texel counts.
    BufferRange mean = {};
    float meanFrom = 0.0f; // 0 <= meanFrom < meanTo <= 1, as multiples of 2^-16, to which they are rounded
    float meanTo = 1.0f;
    // Optional: weights of texels, F32, row by row, which are stretched over the image: texel (x, y) of an image of w x
    // h has weight (floor(x weightExtent.width / w), floor(y weightExtent.height / h)). From 0 to 1, rounded to
    // multiples of 1 / kHistogramWeightUnits; larger ones count as 1, negative ones and NaNs as 0. Counts are sums of
    // weights, in these units. The image has less than 2^25 texels.
    BufferRange weights = {};
    VkExtent2D weightExtent = {0, 0};
};

// A compiled histogram: two dispatches. The first clears the counts. In the second, each workgroup counts its elements
// in shared memory and adds the result to the counts. With a mean, the first also clears it, unless that takes a
// dispatch of its own: the mean has to follow the counts in memory. The last workgroup to add its counts writes the
// mean.
//
// A plan does not list the image among the accesses: the last dispatch reads it through binding 0 of set 0.
//
// Scratch: none. Limit: 2^36 elements or more; of images 2^28 texels.
class Histogram : public ArrayOperationOf<HistogramDesc, HistogramArgs> {
public:
    // The layout of HistogramArgs::descriptorSet: one combined image sampler, with an immutable sampler. Null without
    // an image, and with push descriptors or descriptor heaps. Owned by the operation.
    [[nodiscard]] VKSCAN_API VkDescriptorSetLayout descriptorSetLayout() const noexcept;
    // Writes HistogramArgs::image to such a set, which must not be in use. Reads no other argument.
    VKSCAN_API Status writeDescriptors(VkDescriptorSet set, const HistogramArgs& args) const noexcept;
};

} // namespace vkscan

#endif
