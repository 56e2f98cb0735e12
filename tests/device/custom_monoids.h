// The twins of the kernels in custom/, and elements for them.
#ifndef VKSCAN_TESTS_CUSTOM_MONOIDS_H
#define VKSCAN_TESTS_CUSTOM_MONOIDS_H

#include "device_call.h"

#include "affine.h"
#include "bounds.h"
#include "first_minimum.h"
#include "matrix.h"
#include "permutation.h"
#include "segmented_affine.h"
#include "segmented_bounds.h"
#include "segmented_first_minimum.h"
#include "segmented_permutation.h"

#include <algorithm>
#include <array>
#include <limits>
#include <random>

namespace testing_support {

// `make` takes random words to an element. kKernels are for scans and reductions, kSegmented for segmented ones.

struct Permutation {
    using State = uint32_t;
    static constexpr vkscan::CustomKernels kKernels = permutation;
    static constexpr vkscan::CustomKernels kSegmented = segmented_permutation;

    [[nodiscard]] State identity() const { return 0x76543210; }
    [[nodiscard]] State combine(State earlier, State later) const
    {
        State places = 0;
        for (uint32_t i = 0; i < 32; i += 4)
            places |= (later >> (earlier >> i & 7) * 4 & 7) << i;
        return places;
    }
    [[nodiscard]] State make(std::mt19937& random) const
    {
        std::array<uint32_t, 8> order = {0, 1, 2, 3, 4, 5, 6, 7};
        std::shuffle(order.begin(), order.end(), random);
        State places = 0;
        for (uint32_t i = 0; i < 8; ++i)
            places |= order[i] << 4 * i;
        return places;
    }
};

struct Affine {
    using State = std::array<uint32_t, 2>;
    static constexpr vkscan::CustomKernels kKernels = affine;
    static constexpr vkscan::CustomKernels kSegmented = segmented_affine;

    [[nodiscard]] State identity() const { return {1, 0}; }
    [[nodiscard]] State combine(const State& earlier, const State& later) const
    {
        return {earlier[0] * later[0], later[0] * earlier[1] + later[1]};
    }
    [[nodiscard]] State make(std::mt19937& random) const
    {
        return {static_cast<uint32_t>(random()) | 1, static_cast<uint32_t>(random())};
    }
};

struct FirstMinimum {
    struct State {
        float value;
        int32_t index;
        uint32_t count;
        bool operator==(const State&) const = default;
    };
    static constexpr vkscan::CustomKernels kKernels = first_minimum;
    static constexpr vkscan::CustomKernels kSegmented = segmented_first_minimum;

    [[nodiscard]] State identity() const
    {
        return {std::numeric_limits<float>::infinity(), std::numeric_limits<int32_t>::max(), 0};
    }
    [[nodiscard]] State combine(const State& earlier, const State& later) const
    {
        const bool takesLater =
            later.value < earlier.value || (later.value == earlier.value && later.index < earlier.index);
        const State& least = takesLater ? later : earlier;
        return {least.value, least.index, earlier.count + later.count};
    }
    [[nodiscard]] State make(std::mt19937& random) const
    {
        return {static_cast<float>(random() % 1000), static_cast<int32_t>(random() >> 1), 1};
    }
};

struct Bounds {
    using State = std::array<float, 6>;
    static constexpr vkscan::CustomKernels kKernels = bounds;
    static constexpr vkscan::CustomKernels kSegmented = segmented_bounds;

    [[nodiscard]] State identity() const
    {
        constexpr float kMost = std::numeric_limits<float>::infinity();
        return {kMost, kMost, kMost, -kMost, -kMost, -kMost};
    }
    [[nodiscard]] State combine(const State& a, const State& b) const
    {
        State box;
        for (std::size_t i = 0; i < 3; ++i) {
            box[i] = std::min(a[i], b[i]);
            box[i + 3] = std::max(a[i + 3], b[i + 3]);
        }
        return box;
    }
    [[nodiscard]] State make(std::mt19937& random) const
    {
        State box;
        for (std::size_t i = 0; i < 3; ++i) {
            box[i] = static_cast<float>(random() >> 8);
            box[i + 3] = box[i] + static_cast<float>(random() >> 20);
        }
        return box;
    }
};

struct Matrix {
    using State = std::array<uint32_t, 16>;
    static constexpr vkscan::CustomKernels kKernels = matrix;

    [[nodiscard]] State identity() const { return {1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1}; }
    [[nodiscard]] State combine(const State& earlier, const State& later) const
    {
        State product = {};
        for (std::size_t i = 0; i < 16; ++i)
            for (std::size_t k = 0; k < 4; ++k)
                product[i] += earlier[i / 4 * 4 + k] * later[k * 4 + i % 4];
        return product;
    }
    [[nodiscard]] State make(std::mt19937& random) const
    {
        State state;
        for (uint32_t& word : state)
            word = static_cast<uint32_t>(random());
        return state;
    }
};

// A form with a monoid's kernels and random states.
template <class Operation, class Monoid>
Form<Operation> monoidForm(DescOf<Operation> desc)
{
    using State = typename Monoid::State;
    if constexpr (requires { desc.segments; })
        desc.kernels = Monoid::kSegmented;
    else
        desc.kernels = Monoid::kKernels;
    Form<Operation> form = {.desc = desc};
    form.draw = [](ArgsOf<Operation>& args, CallMemory* memory) {
        std::mt19937 random(static_cast<uint32_t>(args.count));
        std::vector<State> values(args.count);
        std::generate(values.begin(), values.end(), [&] { return Monoid().make(random); });
        memory->write(vkscan::Argument::Input, values);
    };
    form.twin = [=](const ArgsOf<Operation>& args, uint64_t count, CallMemory* memory) {
        runTwinBy<State>(Monoid(), desc, args, count, memory);
    };
    return form;
}

} // namespace testing_support

#endif
