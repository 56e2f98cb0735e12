// The C interface beside C++'s: defaults, every field alone, and numbers that are no enumerators, which are refused
// without undefined behaviour, as sanitizers see. Sets of many fields are the fuzz tests' of each operation.
#include "c_twin.h"
#include "mock_device.h"
#include "statuses.h"

#include <gtest/gtest.h>

#include <limits>
#include <string>

using namespace testing_support;
using namespace vkscan;

namespace {

template <class T>
concept Structure = requires
{
    typename c_api::Fields<T>::C;
};

struct Anything {
    template <class T>
    operator T() const;
};

// The number of an aggregate's fields, as the compiler counts them.
template <class T, class... Values>
constexpr std::size_t fieldCount()
{
    if constexpr (requires { T{Values()..., Anything()}; })
        return fieldCount<T, Values..., Anything>();
    else
        return sizeof...(Values);
}

template <class T, class C>
void expectEqual(const T& value, const C& given, const std::string& name)
{
    if constexpr (std::is_same_v<T, Scalar>) {
        EXPECT_EQ(given.hasValue != VK_FALSE, value.hasValue()) << name;
        EXPECT_EQ(static_cast<int>(given.type), static_cast<int>(value.type())) << name;
        EXPECT_EQ(given.value.u64, value.bits()) << name;
    } else if constexpr (Structure<T>) {
        std::size_t count = 0;
        c_api::Fields<T>::each([&](auto c, auto cxx, auto...) {
            expectEqual(value.*cxx, given.*c, name + "." + std::to_string(count++));
        });
        EXPECT_EQ(count, fieldCount<T>()) << name << " has fields that C lacks";
    } else if constexpr (std::is_enum_v<T>) {
        EXPECT_EQ(static_cast<int>(given), static_cast<int>(value)) << name;
    } else if constexpr (std::is_pointer_v<T>) {
        EXPECT_TRUE((given == nullptr) == (value == nullptr)) << name;
    } else {
        static_assert(sizeof(value) == sizeof(given) || std::is_same_v<T, bool>);
        const auto same = static_cast<T>(given);
        EXPECT_EQ(std::memcmp(&same, &value, sizeof(value)), 0) << name;
    }
}

template <class T>
void expectDefaults(const std::string& name)
{
    const auto given = c_api::Fields<T>::init();
    EXPECT_EQ(given.size, sizeof(given)) << name;
    expectEqual(T(), given, name);
}

TEST(CApi, DefaultsAreThoseOfCxx)
{
    expectDefaults<ContextDesc>("ContextDesc");
    forEachOperation([]<class Operation>() {
        expectDefaults<DescOf<Operation>>(nameOf<Operation>() + "Desc");
        expectDefaults<ArgsOf<Operation>>(nameOf<Operation>() + "Args");
    });
    std::size_t count = 0;
    c_api::Fields<DeviceSupport>::each([&](auto...) { ++count; });
    EXPECT_EQ(count, fieldCount<DeviceSupport>());
}

// Calls attempt() with the field at other values in turn, and restores it.
template <class T, class Attempt>
void vary(T* field, const Attempt& attempt)
{
    const T before = *field;
    const auto take = [&](const auto&... values) { ((*field = values, attempt()), ...); };
    if constexpr (std::is_same_v<T, bool>) {
        take(!before);
    } else if constexpr (std::is_enum_v<T>) {
        for (int number = 0; number < 12; ++number)
            take(static_cast<T>(number));
        take(static_cast<T>(300), static_cast<T>(0x7fffffff));
        if constexpr (!std::is_convertible_v<T, int>) // which may hold any int
            take(static_cast<T>(-1), static_cast<T>(std::numeric_limits<int>::min()));
    } else if constexpr (std::is_same_v<T, Scalar>) {
        take(Scalar(), Scalar(1u), Scalar(-1), Scalar(0.5f), Scalar(uint64_t{1} << 40), Scalar(int64_t{-5}),
             Scalar(0.5));
    } else if constexpr (std::is_same_v<T, BufferRange>) {
        take(T{}, T{0, 16}, T{0x7000001, 64}, T{0x7000000, 4}, T{0x7000000, 1 << 20});
    } else if constexpr (std::is_same_v<T, CustomKernels>) {
        static const CustomKernel none;
        take(T{nullptr, 1}, T{&none, 1});
    } else if constexpr (std::is_same_v<T, Parameters>) {
        take(T{nullptr, 4}, T{&before, 4});
    } else if constexpr (Structure<T>) {
        c_api::Fields<T>::each([&](auto, auto cxx, auto...) { vary(&(field->*cxx), attempt); });
    } else if constexpr (std::is_integral_v<T>) {
        take(T{0}, T{1}, T{2}, T{3}, T{17}, T{33}, T{70000}, std::numeric_limits<T>::max());
    } else if constexpr (std::is_floating_point_v<T>) {
        take(T{0}, T{1}, T{2}, T{-1}, std::numeric_limits<T>::quiet_NaN());
    } else if constexpr (std::is_same_v<T, VkExtent2D>) {
        take(T{0, 0}, T{9, 5}, T{5, 9}, T{70000, 1});
    } else if constexpr (std::is_same_v<T, VkExtent3D>) {
        take(T{0, 0, 0}, T{9, 5, 3}, T{3, 5, 9}, T{70000, 1, 1});
    } else if constexpr (std::is_same_v<T, VkRect2D>) {
        take(T{{0, 0}, {2, 2}}, T{{2, 3}, {3, 2}}, T{{-1, 0}, {2, 2}});
    } else if constexpr (std::is_same_v<T, VkOffset3D>) {
        take(T{0, 0, 1}, T{1, 2, 3}, T{-1, 0, 0});
    }
    *field = before;
}

// Gives a place of its own to every range, and extents to surfaces.
template <class T>
void place(T* arguments, VkDeviceAddress* next)
{
    if constexpr (std::is_same_v<T, BufferRange>)
        *arguments = {*next += 1 << 20, 1 << 19};
    else if constexpr (std::is_same_v<T, Surface>)
        arguments->extent = {8, 8};
    else if constexpr (std::is_same_v<T, VolumeSurface>)
        arguments->extent = {8, 8, 8};
    if constexpr (Structure<T> && !std::is_same_v<T, BufferRange>)
        c_api::Fields<T>::each([&](auto, auto cxx, auto...) { place(&(arguments->*cxx), next); });
}

// Every field of a description is varied, and every one of the arguments: with no range, and with all.
TEST(CApi, EachFieldAloneHasTheStatusesAndPlansOfCxx)
{
    std::string planned; // operations that were planned with other arguments than none
    forEachOperation([&]<class Operation>() {
        SCOPED_TRACE(nameOf<Operation>());
        CTwin<Operation> twin(mockContextDesc({}));
        DescOf<Operation> desc = validDesc<Operation>();
        Status status;
        uint32_t refused = 0;
        ASSERT_STREQ(twin.create(desc, &status), nullptr);
        vary(&desc, [&] {
            EXPECT_STREQ(twin.create(desc, &status), nullptr) << toString(status);
            refused += status != Status::Success;
        });
        EXPECT_GT(refused, 0u);
        ASSERT_STREQ(twin.create(desc, &status), nullptr);
        ASSERT_EQ(status, Status::Success);
        for (const bool hasRanges : {false, true}) {
            ArgsOf<Operation> args;
            VkDeviceAddress next = 1 << 20;
            if (hasRanges)
                place(&args, &next);
            if constexpr (requires { args.count; })
                args.count = hasRanges ? 100 : 0;
            if constexpr (requires { args.mean; })
                args.mean = args.weights = {}; // an array's histogram refuses them
            EXPECT_STREQ(twin.plan(args, &status), nullptr);
            if (hasRanges && status == Status::Success)
                planned += nameOf<Operation>() + " ";
            vary(&args, [&] { EXPECT_STREQ(twin.plan(args, &status), nullptr) << toString(status); });
        }
    });
    for (const char* const operation : {"Scan ", "Histogram ", "Expand ", "SummedAreaTable ", "SummedVolumeTable "})
        EXPECT_NE(planned.find(operation), std::string::npos) << planned;
}

// Numbers in fields of C alone that are no enumerators; and 6, U16, which no scalar has, and a layout that no image
// has.
constexpr uint32_t kNoEnumerators[] = {6, 300, 0x7fffffff, 0x80000000, 0xffffffff};

class CEnumTest : public testing::Test {
protected:
    void SetUp() override
    {
        VkscanContextDesc desc = VKSCAN_CONTEXT_DESC_INIT;
        give(mockContextDesc({}), &desc, &m_kernels);
        ASSERT_EQ(vkscanCreateContext(&desc, &m_context), VKSCAN_SUCCESS);
    }
    void TearDown() override { vkscanDestroyContext(m_context); }

    template <class Field>
    static void setNumber(uint32_t number, Field* field)
    {
        static_assert(sizeof(*field) == sizeof(number));
        std::memcpy(field, &number, sizeof(number));
    }

    template <class Operation, class Args, class Field>
    void expectRefused(const DescOf<Operation>& desc, Args args, Field* field, const std::string& name)
    {
        using Functions = c_api::Functions<Operation>;
        VkscanOperation* operation = nullptr;
        VkscanPlan* plan = nullptr;
        auto given = c_api::Fields<DescOf<Operation>>::init();
        give(desc, &given, &m_kernels);
        ASSERT_EQ(vkscanCreatePlan(&plan), VKSCAN_SUCCESS);
        ASSERT_EQ(Functions::create(m_context, &given, &operation), VKSCAN_SUCCESS);
        for (const uint32_t number : kNoEnumerators) {
            setNumber(number, field);
            const std::string sentence = vkscanStatusSentence(Functions::plan(operation, args, plan));
            EXPECT_EQ(sentence.rfind(name, 0), 0) << number << ": " << sentence;
        }
        vkscanDestroyPlan(plan);
        vkscanDestroyOperation(operation);
    }

    CKernels m_kernels;
    VkscanContext* m_context = nullptr;
};

// Types of scalars are refused whatever the operation's.
TEST_F(CEnumTest, OfScalars)
{
    VkscanScanArgs scan = VKSCAN_SCAN_ARGS_INIT;
    scan.initial.hasValue = VK_TRUE;
    expectRefused<Scan>({}, &scan, &scan.initial.type, "initial: ");
    VkscanHistogramArgs histogram = VKSCAN_HISTOGRAM_ARGS_INIT;
    histogram.width.hasValue = VK_TRUE;
    expectRefused<Histogram>({}, &histogram, &histogram.width.type, "width: ");
    VkscanCompactArgs compact = VKSCAN_COMPACT_ARGS_INIT;
    compact.operand.hasValue = VK_TRUE;
    expectRefused<Compact>({}, &compact, &compact.operand.type, "operand: ");
}

TEST_F(CEnumTest, OfImages)
{
    const auto expectLayoutRefused = [&]<class Operation>(auto field, const char* name) {
        auto args = c_api::Fields<ArgsOf<Operation>>::init();
        DescOf<Operation> desc;
        desc.input = Resource::SampledImage;
        desc.inputFormat = VK_FORMAT_R32_SFLOAT;
        if constexpr (requires { desc.outputFormat; })
            desc.outputFormat = VK_FORMAT_R32_SFLOAT;
        auto& surface = args.*field;
        surface.view = reinterpret_cast<VkImageView>(uintptr_t{64});
        surface.usage = VK_IMAGE_USAGE_SAMPLED_BIT;
        surface.extent.width = surface.extent.height = 4;
        if constexpr (requires { surface.extent.depth; })
            surface.extent.depth = 4;
        expectRefused<Operation>(desc, &args, &surface.imageLayout, name);
    };
    expectLayoutRefused.template operator()<SummedAreaTable>(&VkscanSummedAreaTableArgs::input, "input: the image");
    expectLayoutRefused.template operator()<SummedVolumeTable>(&VkscanSummedVolumeTableArgs::input, "input: the image");
    expectLayoutRefused.template operator()<Distribution>(&VkscanDistributionArgs::image, "image: the image");
    // Formats, and enumerations of descriptions.
    VkscanSummedAreaTableDesc desc = VKSCAN_SUMMED_AREA_TABLE_DESC_INIT;
    for (const uint32_t number : kNoEnumerators) {
        VkscanOperation* table = nullptr;
        desc.outputFormat = VK_FORMAT_R32_SFLOAT;
        setNumber(number, &desc.inputFormat);
        EXPECT_STREQ(vkscanStatusArgument(vkscanCreateSummedAreaTable(m_context, &desc, &table)), "inputFormat");
        desc.inputFormat = VK_FORMAT_R32_SFLOAT;
        setNumber(number, &desc.outputFormat);
        EXPECT_STREQ(vkscanStatusArgument(vkscanCreateSummedAreaTable(m_context, &desc, &table)), "outputFormat");
        VkscanScanDesc scan = VKSCAN_SCAN_DESC_INIT;
        setNumber(number, &scan.kind);
        EXPECT_STREQ(vkscanStatusArgument(vkscanCreateScan(m_context, &scan, &table)), "kind");
    }
}

} // namespace
