#include "custom_abi.h"
#include "operations/custom_kernels.h"
#include "operations/elements.h"
#include "operations/selection.h"
#include "schedule/carry_strategy.h"
#include "schedule/record.h"

#include <algorithm>
#include <limits>

namespace vkscan {

namespace families {
extern const KernelFamily select;
}

namespace {

constexpr const KernelFamily* kCompactFamilies[] = {&families::select};
constexpr uint32_t kMostElements = std::numeric_limits<uint32_t>::max();

// The model of a compaction by kernels of the user's.
Status customModel(const CompactDesc& desc, const Tuning& tuning, const Capabilities& capabilities,
                   CompactModel* model) noexcept
{
    const CompactDesc untouched;
    if (desc.predicate.condition != untouched.predicate.condition || desc.predicate.type != untouched.predicate.type ||
        desc.elementSize != untouched.elementSize)
        return {Argument::Kernels, Rule::Incompatible};
    ScheduleDesc schedule;
    schedule.isShifted = false;
    for (const Status checked :
         {takeStrategy(desc, capabilities, &schedule), takeKernels(desc.kernels, KernelUse::Selection, &schedule)})
        if (checked != Status::Success)
            return checked;
    *model = {{{schedule, tuning, capabilities}}};
    const TileForm form;
    StageList stages(model, form);
    addStages(tuning, &stages);
    model->maxCount = std::min<uint64_t>(model->maxCount, kMostElements);
    return Status::Success;
}

// Elements that the output has room for.
uint64_t roomOf(const CompactModel& model, const CompactArgs& args) noexcept
{
    return std::min<uint64_t>(args.output.size / model.elementBytes, kMostElements);
}

ListedPass listCustom(const CompactModel& model, const CompactArgs& args, BufferList* list) noexcept
{
    const uint64_t element = model.elementBytes;
    ListedPass pass = {{0, args.count, chooseStage(model, args.count)}, {}};
    PassBuffers& buffers = pass.buffers;
    buffers.input = listInput(model, Argument::Input, args.input, args.count, list);
    if (model.desc.custom.stores)
        buffers.output = listOutput(model, Argument::Output, args.output, args.count, list);
    else
        buffers.output =
            list->writeSized(Argument::Output, args.output, std::min(roomOf(model, args), args.count) * element,
                             elementAlignment(element), Presence::Optional);
    list->refuse(Argument::Tested, args.tested);
    list->require(!args.operand.hasValue(), {Argument::Operand, Rule::Incompatible});
    buffers.countBuffer = list->countBuffer(args.countBuffer);
    buffers.total =
        list->write(Argument::SelectedCount, args.selectedCount, kWordBytes, kWordBytes, Presence::Optional);
    buffers.last.append(list->indirect(args.indirect));
    buffers.scratch = list->scratch(args.scratch, recordingScratchSize(model, pass.at.stage, args.count));
    return pass;
}

Status planCustom(const CompactModel& model, const CompactArgs& args, Plan* plan) noexcept
{
    if (args.count > model.maxCount)
        return {Argument::Count, Rule::TooLarge};
    const ScheduleDesc& desc = model.desc;
    BufferList list;
    const auto [at, buffers] = listCustom(model, args, &list);
    Status checked = list.check();
    if (checked == Status::Success)
        checked = checkParameters(args.parameters, desc);
    if (checked != Status::Success)
        return checked;

    plan->stepCount = 0;
    const bool mayStore = args.count > 0 && desc.custom.stores; // anywhere
    const AccessList results = {buffers.output, buffers.total};
    if (results.count + buffers.last.count == 0 && !mayStore)
        return Status::Success;
    auto select = pushOf<abi::CustomSelectPush>(args, 0);
    select.inputAddress = args.input.address;
    select.outputAddress = args.output.address;
    select.totalAddress = args.selectedCount.address;
    select.indirectAddress = args.indirect.field.address;
    select.capacity = static_cast<uint32_t>(desc.custom.stores ? kMostElements : roomOf(model, args));
    select.divisor = args.indirect.divisor;
    select.rounding = roundingOf(args.indirect);
    PushConstants push = select;
    setParameters(args.parameters, abi::kParametersOffset, &push);
    appendPass(plan, model, at.stage, {args.count, 0, push, buffers});
    placeBarriers(plan);
    return Status::Success;
}

} // namespace

Status makeModel(const CompactDesc& desc, const Tuning& tuning, const Capabilities& capabilities,
                 CompactModel* model) noexcept
{
    return desc.kernels.count > 0 ? customModel(desc, tuning, capabilities, model)
                                  : selectionModel(desc, 1, tuning, capabilities, model);
}

Status planCompact(const CompactModel& model, const CompactArgs& args, Plan* plan) noexcept
{
    if (isCustom(model.desc))
        return planCustom(model, args, plan);
    const Status operand = checkOperand(model, args.operand);
    if (operand != Status::Success)
        return operand;
    const Status parameters = checkParameters(args.parameters, model.desc);
    return parameters == Status::Success ? planSelection(model, selectionArgsOf(args), plan) : parameters;
}

template <>
struct Record<CompactArgs> {
    static constexpr auto kPlan = planCompact;
    static OperationKernels kernels(const CompactDesc& desc) noexcept
    {
        return {"Compact", nullptr, nullptr, abi::kOpAdd, kCompactFamilies, desc.kernels};
    }
};
template class ArrayOperationOf<CompactDesc, CompactArgs>;

} // namespace vkscan
