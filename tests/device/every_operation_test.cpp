// Promises of every operation on arrays, for each of its forms and strategies: its results are its twin's for any
// count, addresses and arguments, whatever memory held before and however workgroups are scheduled.
#include "axis_values.h"
#include "device_call.h"
#include "garbage.h"
#include "hostile.h"
#include "sample.h"

using namespace testing_support;
using namespace vkscan;

namespace {

// Creates operations without compiling them.
const Context& plansOnly()
{
    static const Context created = [] {
        ContextDesc desc = device().contextDesc();
        desc.plansOnly = true;
        Context plans;
        EXPECT_EQ(Context::create(desc, &plans), Status::Success);
        return plans;
    }();
    return created;
}

// A form of an operation, by a strategy.
template <class Operation>
struct Way {
    Form<Operation> form;
    Strategy strategy;
    unsigned index = 0; // differs between forms and between strategies

    // With windows of few tiles, but for flat sums, which take no more tiles than a window has.
    Status create(const Context& context, Tuning tuning, Operation* operation) const
    {
        if (strategy == Strategy::FlatSum)
            tuning.window = 64;
        return createTuned(context, Forced<DescOf<Operation>>{form.desc, strategy}, tuning, operation);
    }
    [[nodiscard]] Operation create(const Tuning& tuning = smallTuning()) const
    {
        Operation operation;
        const Status status = create(context(), tuning, &operation);
        EXPECT_EQ(status, Status::Success) << toString(status) << " for " << study::toString(strategy);
        return operation;
    }

    [[nodiscard]] bool isOffered() const
    {
        if constexpr (requires { form.desc.segmented; })
            if (form.desc.segmented && strategy != Strategy::Auto)
                return false; // which have one way
        Operation operation;
        const Status status = create(plansOnly(), smallTuning(), &operation);
        EXPECT_TRUE(status == Status::Success || strategy != Strategy::Auto) << toString(status);
        return status == Status::Success;
    }
};

// The operation's forms, but for those that have tests of their own: kernels of the user's, which the twins do not
// know, floats that round, and what takes long to compile in small tiles, high orders and reproducible results.
template <class Operation>
std::vector<Form<Operation>> quickForms()
{
    std::vector<Form<Operation>> forms = formsOf<Operation>();
    std::erase_if(forms, [](const auto& form) {
        if constexpr (requires { form.desc.order; })
            if (form.desc.order > 4)
                return true;
        if constexpr (requires { form.desc.type; })
            if (form.desc.type == ElementType::F32)
                return true;
        if constexpr (requires { form.desc.reproducible; })
            if (form.desc.reproducible)
                return true;
        return isCustom(form) || form.name == "rows"; // of TopK
    });
    return forms;
}

template <class Operation>
class CatalogueTest : public testing::Test {
protected:
    // Calls check(way) for the operation's forms by each strategy that `takes` accepts and that the operation and the
    // device offer.
    template <class Takes, class Check>
    static void forEachWay(const Takes& takes, const Check& check)
    {
        const auto forms = quickForms<Operation>();
        const bool hasStrategies = requires
        {
            DescOf<Operation>().waiting;
        };
        for (const Strategy strategy : ownStrategies(WithAuto::Yes)) {
            if (!takes(strategy) || (!hasStrategies && strategy != Strategy::Auto))
                continue;
            Sample sample(static_cast<unsigned>(strategy), forms.size());
            for (unsigned i = 0; i < forms.size(); ++i) {
                const Form<Operation>& form = forms[i];
                const Way<Operation> way = {form, strategy, i + static_cast<unsigned>(strategy)};
                SCOPED_TRACE(form.name + " by " + study::toString(strategy));
                if (sample.takes() && way.isOffered())
                    check(way);
            }
        }
    }
    template <class Check>
    static void forEachWay(const Check& check)
    {
        forEachWay([](Strategy) { return true; }, check);
    }
};

template <class... Operations>
testing::Types<Operations...> typesOf(OperationList<Operations...>);

struct OperationNames {
    template <class Operation>
    static std::string GetName(int)
    {
        return nameOf<Operation>();
    }
};

TYPED_TEST_SUITE(CatalogueTest, decltype(typesOf(ArrayOperations())), OperationNames);

// Around the edges of vectors, subgroups, tiles and windows.
TYPED_TEST(CatalogueTest, AnyCountAndPlace)
{
    this->forEachWay([]<class Operation>(const Way<Operation>& way) {
        const Operation operation = way.create();
        auto run = static_cast<unsigned>(way.strategy);
        for (const uint64_t wanted : {0,   1,   2,   3,   5,    31,   63,   64,   65,   127,          128,
                                      129, 255, 256, 257, 1023, 1025, 1337, 2048, 2309, 20 * 256 + 3, 41 * 256 - 1}) {
            const uint64_t count = std::min(wanted, operation.maxCount());
            CallCase c = {.count = count, .place = run, .inPlace = run % 3 == 1, .ownScratch = run % 2 == 0};
            if (run % 5 == 2) {
                c.gpuCount = static_cast<uint32_t>(count - count / 3);
                c.sized = true;
            }
            checkCall(operation, way.form, c);
            ++run;
        }
    });
}

// The geometry of the device at hand, and that of devices with more registers, or with fewer.
TYPED_TEST(CatalogueTest, LibrarysOwnGeometry)
{
    Capabilities other = capabilities();
    other.fewRegisters = !other.fewRegisters;
    for (const auto& [strategy, device] :
         {std::pair{Strategy::Auto, capabilities()}, {Strategy::ReduceThenScan, other}}) {
        const Way<TypeParam> way = {{}, strategy};
        const TypeParam operation = way.create(tuningFor(device));
        for (const uint64_t count : {1u, 4095u, 4097u, 65521u, 1000003u})
            checkCall(operation, way.form, {.count = count, .place = static_cast<unsigned>(count), .ownScratch = true});
    }
}

TYPED_TEST(CatalogueTest, CountsReadOnTheDevice)
{
    this->forEachWay([]<class Operation>(const Way<Operation>& way) {
        const Operation operation = way.create();
        const auto most = static_cast<uint32_t>(std::min<uint64_t>(21 * 256 + 9, operation.maxCount()));
        for (const uint32_t count : {0u, 1u, most / 100, most / 2 + 3, most - 1, most, most + 1, ~0u})
            for (const bool sized : {false, true})
                if (!sized || HasGroups<ArgsOf<Operation>>)
                    checkCall(operation, way.form,
                              {.count = most, .gpuCount = count, .inPlace = count % 3 == 1, .sized = sized});
    });
}

TYPED_TEST(CatalogueTest, AnyOptionalArguments)
{
    this->forEachWay([]<class Operation>(const Way<Operation>& way) {
        const Operation operation = way.create();
        const uint64_t count = std::min<uint64_t>(5 * 256 + 3, operation.maxCount());
        const uint32_t choices = 1u << DeviceCall<Operation>::optionalArguments(operation, way.form);
        for (uint32_t optional = 0; optional < choices; ++optional) {
            checkCall(operation, way.form, {.count = count, .place = optional, .optional = optional});
            checkCall(operation, way.form, {.count = 0, .optional = optional});
        }
    });
}

// On scratch that nobody clears between submissions, and outputs that hold the last one's results.
TYPED_TEST(CatalogueTest, RecordedOnceSubmittedOften)
{
    this->forEachWay([]<class Operation>(const Way<Operation>& way) {
        const Operation operation = way.create();
        const uint64_t count = std::min<uint64_t>(41 * 256 + 1, operation.maxCount());
        for (const bool ownScratch : {false, true})
            checkCall(operation, way.form, {.count = count, .ownScratch = ownScratch, .submissions = 30});
    });
}

TYPED_TEST(CatalogueTest, OperatorsThatDoNotCommute)
{
    using Desc = DescOf<TypeParam>;
    if constexpr (requires(Desc desc) { desc.op, desc.waiting; }) {
        for (const Strategy strategy : ownStrategies()) {
            for (const Direction direction : {Direction::Forward, Direction::Backward}) {
                Desc desc;
                if constexpr (requires { desc.direction; }) {
                    desc.direction = direction;
                    desc.kind = direction == Direction::Forward ? Kind::Inclusive : Kind::Exclusive;
                }
                const auto form = formOfMaps<TypeParam>(desc);
                TypeParam operation;
                ASSERT_EQ(createTuned(context(), Forced<Desc>{desc, strategy}, smallTuning(),
                                      vkscan::abi::kOpTestAffine, &operation),
                          Status::Success);
                for (const uint64_t count : {255, 1027, 30 * 256 + 77, 70 * 256 + 77})
                    checkCall(operation, form,
                              {.count = std::min(count, operation.maxCount()), .place = static_cast<unsigned>(count)});
                if (!requires { desc.direction; })
                    break;
            }
        }
    }
}

// A call's floats as doubles or, if requested, their magnitudes; what else it has is the same.
CallMemory doubled(const CallMemory& floats, bool magnitudes)
{
    CallMemory memory = floats;
    for (const Argument argument :
         {Argument::Input, Argument::Values, Argument::Output, Argument::Result, Argument::Reduced, Argument::Total}) {
        if (!floats.has(argument))
            continue;
        std::vector<double> values;
        for (const float value : floats.read<float>(argument, floats.roomFor(argument, sizeof(float))))
            values.push_back(magnitudes ? std::fabs(double{value}) : double{value});
        memory[argument].resize(values.size() * sizeof(double));
        memory.write(argument, values);
    }
    return memory;
}

// Sums that round have the same bits in every run, and are as near to the exact ones as their grouping allows: a value
// passes an addition for each of its invocation's elements, 32 a tile at most, and some 50 over invocations and spans.
// Elements before a head leave no error behind it.
TYPED_TEST(CatalogueTest, FloatsHaveTheSameBitsInEveryRun)
{
    using Desc = DescOf<TypeParam>;
    if constexpr (requires(Desc desc) { desc.op, desc.type; }) {
        constexpr bool kWaits = requires(Desc desc)
        {
            desc.waiting;
        };
        const Context withoutAtomics =
            createContext([](auto&, auto& features12) { features12.shaderBufferInt64Atomics = VK_FALSE; });
        for (const Strategy strategy : {Strategy::Spine, Strategy::ReduceThenScan}) {
            Form<TypeParam> form;
            form.desc.type = ElementType::F32;
            form.draw = [](auto& args, CallMemory* memory) {
                std::vector<float> values(args.count);
                for (std::size_t i = 0; i < values.size(); ++i)
                    values[i] = std::sin(static_cast<float>(i)) * 1000.0f;
                memory->write(kElements<TypeParam>, values);
            };
            TypeParam operation; // one that does not wait takes two dispatches without atomics
            ASSERT_EQ(createTuned(kWaits || strategy == Strategy::Spine ? context() : withoutAtomics,
                                  Forced<Desc>{form.desc, kWaits ? strategy : Strategy::Auto}, smallTuning(),
                                  &operation),
                      Status::Success);
            DeviceCall<TypeParam> call(operation, form, {.count = 30011});
            call.run();
            const auto first = call.outputs();
            for (unsigned run = 0; run < 50; ++run) {
                call.run();
                ASSERT_EQ(call.outputs(), first) << "run " << run;
            }
            const CallMemory floats = call.contents();
            CallMemory exact = doubled(floats, false);
            CallMemory magnitudes = doubled(floats, true);
            for (CallMemory* memory : {&exact, &magnitudes})
                runTwinBy<double>(vkscan::reference::OperatorMonoid<double>{Op::Add}, form.desc, call.args(), 30011,
                                  memory);
            for (const Argument argument : {Argument::Output, Argument::Result, Argument::Reduced, Argument::Total}) {
                const auto actual =
                    floats.read<float>(argument, floats.has(argument) ? floats.roomFor(argument, 4) : 0);
                const auto expected = exact.read<double>(argument, actual.size());
                const auto most = magnitudes.read<double>(argument, actual.size());
                for (std::size_t i = 0; i < actual.size(); ++i)
                    ASSERT_NEAR(double{actual[i]}, expected[i], 100 * most[i] * 0x1p-24)
                        << toString(argument) << " at " << i;
            }
        }
    }
}

bool mayWait(Strategy strategy)
{
    return strategy == Strategy::FlatSum || strategy == Strategy::Spine;
}

// Whether a kernel of the call has such a name.
template <class Operation, class Check>
bool takesKernel(const Operation& operation, const ArgsOf<Operation>& args, const Check& check)
{
    DispatchList list;
    EXPECT_EQ(operation.plan(args, &list), Status::Success);
    return std::any_of(list.begin(), list.end(), [&](const Dispatch& dispatch) {
        return check(std::string(operation.kernels().items[dispatch.kernel].name));
    });
}

// Whether workgroups of the call wait for others: one of one tile has one workgroup.
template <class Operation>
bool waitsForOthers(const Operation& operation, const DeviceCall<Operation>& call)
{
    return takesKernel(operation, call.args(), [](const std::string& name) {
        if (name.find("Split") != std::string::npos)
            return false; // whose tiles count what others do not publish
        return name.find("Spine") != std::string::npos || name.find("FlatSum") != std::string::npos ||
               name.find("SortPass") != std::string::npos;
    });
}

constexpr uint64_t kTilesCount = 40 * 256 + 3; // 41 tiles of one-word elements

// A call in a single pass starts the workgroups that its command says: none leave even its scratch alone.
TYPED_TEST(CatalogueTest, StartsTheWorkgroupsOfTheCommand)
{
    if constexpr (HasGroups<ArgsOf<TypeParam>>) {
        const auto isSpine = [](Strategy strategy) { return strategy == Strategy::Spine; };
        this->forEachWay(isSpine, []<class Operation>(const Way<Operation>& way) {
            const Operation operation = way.create();
            const uint64_t count = std::min(kTilesCount, operation.maxCount());
            DeviceCall<Operation> call(
                operation, way.form,
                {.count = count, .gpuCount = static_cast<uint32_t>(count / 3), .ownScratch = true, .sized = true});
            DispatchList list;
            ASSERT_EQ(operation.plan(call.args(), &list), Status::Success);
            if (!std::all_of(list.begin(), list.end(), [](const Dispatch& dispatch) { return dispatch.sized; }))
                return; // others before it count
            call.startGroups(0);
            call.run();
            const auto scratch = call.scratch().template values<uint32_t>();
            EXPECT_EQ(std::count(scratch.begin(), scratch.end(), 0u), scratch.size()) << way.form.name;
            call.startGroups(call.groups());
            call.run();
            EXPECT_EQ(call.firstDifference(), "") << way.form.name;
        });
    }
}

TYPED_TEST(CatalogueTest, HostileTilesThatNeverPublishAreGivenUp)
{
    this->forEachWay(mayWait, []<class Operation>(const Way<Operation>& way) {
        const Operation withholding = way.create(impatientTuning(vkscan::abi::kHookWithhold));
        const Operation sound = way.create();
        DeviceCall<Operation> call(sound, way.form,
                                   {.count = std::min(kTilesCount, sound.maxCount()), .ownScratch = true});
        if (!waitsForOthers(withholding, call))
            return;
        EXPECT_EQ(call.run(withholding, 1), ScratchStatus::GaveUp) << sound.kernels().items[0].name;
        call.scratch().fill(0);
        call.run();
        ASSERT_EQ(call.firstDifference(), "") << "of the next run, " << sound.kernels().items[0].name;
    });
}

TYPED_TEST(CatalogueTest, HostileOrderIsNeverSilentlyWrong)
{
    this->forEachWay(mayWait, []<class Operation>(const Way<Operation>& way) {
        const Operation operation = way.create(impatientTuning(vkscan::abi::kHookReverseTiles));
        DeviceCall<Operation> call(operation, way.form,
                                   {.count = std::min(kTilesCount, operation.maxCount()), .ownScratch = true});
        if (call.run(operation, 1) != ScratchStatus::GaveUp) {
            ASSERT_EQ(call.firstDifference(), "") << operation.kernels().items[0].name;
        }
    });
}

// A pass that is given up is done again, in each run on the same scratch.
TYPED_TEST(CatalogueTest, FallbackIsExactWhoeverPublishes)
{
    using namespace vkscan::abi;
    const auto hasFallback = [](Strategy strategy) { return strategy == Strategy::SpineWithFallback; };
    this->forEachWay(hasFallback, []<class Operation>(const Way<Operation>& way) {
        Sample sample(way.index, 2);
        for (const uint32_t hooks : {0u, kHookReverseTiles, kHookWithhold, kHookWithhold | kHookReverseTiles}) {
            if (!sample.takes())
                continue;
            const Operation operation = way.create(impatientTuning(hooks));
            const CallCase c = {.count = 12 * 256 + 3, .place = hooks, .ownScratch = true, .submissions = 3};
            // Counts before a partition have all been published when the last workgroup waits for them.
            const bool countsBefore = takesKernel(operation, DeviceCall<Operation>(operation, way.form, c).args(),
                                                  [](const auto& name) { return name.ends_with("ReduceArray"); });
            if ((hooks & kHookWithhold) == 0 || !countsBefore)
                checkCall(operation, way.form, c);
        }
    });
}

// A workgroup that keeps the spine waits for later ones, which some devices start only when it is done: then every run
// gives up. With a thread for each workgroup (LP_NUM_THREADS) lavapipe completes some.
TYPED_TEST(CatalogueTest, SpineWorkgroupIsExactOrGivesUp)
{
    unsigned complete = 0;
    unsigned runs = 0;
    const auto isSpine = [](Strategy strategy) { return strategy == Strategy::Spine; };
    this->forEachWay(isSpine, [&]<class Operation>(const Way<Operation>& way) {
        auto tuning = smallTuning();
        for (Geometry* spine : {&tuning.spine, &tuning.blockSpine, &tuning.largeStateSpine, &tuning.segmentSpine,
                                &tuning.keySpine, &tuning.selectSpine, &tuning.runValueSpine})
            spine->spineSubgroups = 1;
        tuning.waits.polls = std::max(tuning.waits.polls, 50000u);
        const Operation operation = way.create(tuning);
        for (unsigned i = 0; i < 10; ++i, ++runs) {
            DeviceCall<Operation> call(operation, way.form, {.count = 2 * 256 + 1 + i, .place = i, .ownScratch = true});
            const bool gaveUp = call.run(operation, 1) == ScratchStatus::GaveUp;
            ASSERT_EQ(gaveUp ? "" : call.firstDifference(), "") << "run " << i;
            complete += gaveUp ? 0 : 1;
        }
    });
    if (complete == 0 && runs > 0)
        GTEST_SKIP() << "the device ran none beside those that wait for it";
}

// Scratch that nobody zeroed: whatever its words hold, an operation stays in its arrays and in its scratch, ends, and
// is exact again once the scratch is zeroed.
TYPED_TEST(CatalogueTest, GarbageInScratchIsHarmless)
{
    const auto hasScratch = [](Strategy strategy) { return strategy != Strategy::SingleWorkgroup; };
    if constexpr (requires { ArgsOf<TypeParam>().scratch; }) {
        this->forEachWay(hasScratch, []<class Operation>(const Way<Operation>& way) {
            Sample sample(way.index, 2);
            for (const bool inOrder : {false, true}) {
                if (!sample.takes())
                    continue;
                auto patient = smallTuning();
                patient.waits.inOrder = patient.shortWaits.inOrder = inOrder;
                patient.sortWorkgroups = inOrder ? 3 : ~0u; // which take tiles in turn, or one each
                Tuning hasty = patient;
                hasty.waits.polls = 1;
                hasty.waits.rounds = 64;
                const Operation operation = way.create(patient);
                DeviceCall<Operation> call(operation, way.form,
                                           {.count = std::min<uint64_t>(20 * 256 + 3, operation.maxCount()),
                                            .inPlace = inOrder,
                                            .ownScratch = true});
                const bool takesTickets = isSinglePass(way.strategy) && waitsForOthers(operation, call);
                checkGarbage(way.create(hasty), operation, call, !inOrder && takesTickets);
            }
        });
    }
}

// Operations of all kinds in turn on one scratch, which is not cleared in between: with more elements than there are
// runs, so that counts exceed tags, and then with any lengths and so layouts.
TEST(SharedScratchTest, EveryOperationTakesItsTurn)
{
    std::vector<std::function<void(uint64_t)>> calls;
    unsigned row = 0;
    forEachArrayOperation([&]<class Operation>() {
        Sample strategies(row++, ownStrategies().size());
        for (const Strategy strategy : ownStrategies()) {
            if (!strategies.takes())
                continue;
            const auto forms = quickForms<Operation>();
            Sample sample(static_cast<unsigned>(strategy) + 1, forms.size());
            for (const Form<Operation>& form : forms) {
                const Way<Operation> way = {form, strategy};
                if (!sample.takes() || !way.isOffered())
                    continue;
                const auto operation = std::make_shared<Operation>(way.create());
                calls.push_back([=](uint64_t count) {
                    count = std::min(count, operation->maxCount());
                    checkCall(*operation, form, {.count = count, .place = static_cast<unsigned>(count)});
                    if constexpr (requires { ArgsOf<Operation>().scratch; })
                        requireNoLaterTags(operation->scratchSize(count));
                });
            }
        }
    });
    for (const auto& call : calls)
        call(50000);
    std::minstd_rand random(3);
    for (unsigned run = 0; run < 300; ++run)
        calls[random() % calls.size()](1 + random() % 9000);
}

} // namespace
