// Scans along an axis on the device: shapes, places, kinds, and lines cut into chunks, against the CPU.
#include "device_call.h"
#include "sample.h"

using namespace testing_support;
using namespace vkscan;

namespace {

struct Extents {
    uint64_t outer = 1;
    uint32_t extent = 1;
    uint32_t inner = 1;
    uint64_t cut = 0; // elements missing at the end

    [[nodiscard]] uint64_t count() const { return outer * extent * inner - cut; }
};

AxisScan createAxisScan(const AxisScanDesc& desc, const Tuning& tuning = smallTuning())
{
    AxisScan scan;
    const Status status = createTuned(context(), desc, tuning, &scan);
    EXPECT_EQ(status, Status::Success) << toString(status);
    return scan;
}

void checkAxisScan(const AxisScan& scan, const AxisScanDesc& desc, const Extents& shape, CallCase c,
                   bool storesOutput = true)
{
    SCOPED_TRACE(std::to_string(shape.outer) + " x " + std::to_string(shape.extent) + " x " +
                 std::to_string(shape.inner) + " - " + std::to_string(shape.cut) + (storesOutput ? "" : ", totals"));
    Form<AxisScan> form = {.desc = desc};
    form.change = [&](AxisScanArgs& args) {
        args.extent = shape.extent;
        args.inner = shape.inner;
        if (!storesOutput)
            args.output = {};
    };
    c.count = shape.count();
    checkCall(scan, form, c);
}

// Every inner size by lines of every length, from short ones to such that take chunks, in varying places.
TEST(AxisScanTest, AnyShape)
{
    unsigned run = 0;
    for (const Direction direction : kBothDirections) {
        for (const Kind kind : kBothKinds) {
            const AxisScanDesc desc = {.kind = kind, .direction = direction};
            const AxisScan scan = createAxisScan(desc);
            Sample sample(run, 30);
            for (const uint32_t inner : {1, 2, 3, 5, 31, 32, 33, 64, 100, 1000}) {
                for (const uint32_t extent : {1, 2, 3, 8, 17, 64, 129, 1000, 5000}) {
                    ++run;
                    const Extents shape = {1 + run % 5, extent, inner, run % 3 * (extent * inner / 5)};
                    if (shape.count() > 80000 || !sample.takes())
                        continue;
                    CallCase c = {.place = run, .inPlace = run % 2 == 0, .ownScratch = run % 7 == 0};
                    if (run % 5 == 0) // also within a row, within a slice, and beyond
                        c.gpuCount = static_cast<uint32_t>(shape.count() * (run / 5 % 4) / 3 + run % 2);
                    checkAxisScan(scan, desc, shape, c, run % 4 != 3);
                }
            }
        }
    }
}

// The library's own geometry.
TEST(AxisScanTest, ManyRows)
{
    unsigned run = 0;
    for (const ElementType type : {ElementType::U32, ElementType::U64}) {
        const AxisScanDesc desc = {.type = type};
        const AxisScan scan = createAxisScan(desc, tuningFor(capabilities()));
        for (const Extents& shape : {Extents{1, 20011, 32}, Extents{3, 4099, 33, 7}, Extents{2, 3001, 64, 100},
                                     Extents{1, 300007, 1}, Extents{40, 37, 100, 5}, Extents{1000, 9, 12}})
            checkAxisScan(scan, desc, shape, {.place = ++run, .inPlace = run % 2 == 0, .ownScratch = true},
                          run % 4 != 1);
    }
}

// Operands are in their order, unless lines are cut into chunks.
TEST(AxisScanTest, OperatorThatDoesNotCommute)
{
    AxisScanDesc desc;
    Tuning tuning = smallTuning();
    tuning.axisGroups = 0;
    for (const Direction direction : kBothDirections) {
        desc.direction = direction;
        AxisScan scan;
        ASSERT_EQ(createTuned(context(), desc, tuning, vkscan::abi::kOpTestAffine, &scan), Status::Success);
        Form<AxisScan> form = formOfMaps<AxisScan>(desc);
        form.change = [&](AxisScanArgs& args) {
            args.extent = 3000;
            args.inner = 20;
        };
        checkCall(scan, form, {.count = 100000});
    }
}

// Floats have the same bits in every run.
TEST(AxisScanTest, FloatsHaveTheSameBitsInEveryRun)
{
    const AxisScanDesc desc = {.type = ElementType::F32};
    const AxisScan scan = createAxisScan(desc);
    Form<AxisScan> form = {.desc = desc};
    form.change = [](AxisScanArgs& args) {
        args.extent = 2000;
        args.inner = 40;
    };
    form.draw = [](AxisScanArgs& args, CallMemory* memory) {
        memory->write(Argument::Input, roughValues<float>(Op::Add, args.count, 7));
    };
    DeviceCall<AxisScan> call(scan, form, {.count = 100000, .ownScratch = true});
    ASSERT_EQ(call.run(), ScratchStatus::Complete);
    const auto outputs = call.outputs();
    for (int run = 0; run < 5; ++run) {
        ASSERT_EQ(call.run(), ScratchStatus::Complete);
        ASSERT_EQ(call.outputs(), outputs);
    }
}

} // namespace
