#include "selection.h"

#include <algorithm>

namespace vkscan {

static_assert(static_cast<uint32_t>(Condition::GreaterEqual) == abi::kTestGreaterEqual);
static_assert(static_cast<uint32_t>(Type::F32) == abi::kTestF32);

const char* toString(Condition condition) noexcept
{
    switch (condition) {
    case Condition::FlagBits: return "flag bits";
    case Condition::FlagBytes: return "flag bytes";
    case Condition::FlagWords: return "flag words";
    case Condition::AnyBit: return "any bit";
    case Condition::Equal: return "equal";
    case Condition::NotEqual: return "not equal";
    case Condition::Less: return "less";
    case Condition::LessEqual: return "less or equal";
    case Condition::Greater: return "greater";
    case Condition::GreaterEqual: return "greater or equal";
    }
    return "not a vkscan::Condition";
}

namespace {

Status checkPredicate(const Predicate& predicate) noexcept
{
    if (predicate.condition < Condition::FlagBits || predicate.condition > Condition::GreaterEqual)
        return Status::ConditionInvalid;
    const bool compares = predicate.condition > Condition::AnyBit;
    if (predicate.type < Type::U32 || predicate.type > (compares ? Type::F32 : Type::U32))
        return Status::ConditionTypeInvalid;
    return Status::Success;
}

} // namespace

Status checkOperand(const ScanModel& model, const Scalar& operand) noexcept
{
    const Selection& selection = *model.selection;
    if (selection.test < abi::kTestAnyBit)
        return operand.hasValue() ? Status::OperandNotTaken : Status::Success;
    return operand.hasValue() && operand.type() == selection.testType ? Status::Success : Status::OperandTypeMismatch;
}

Status predicateModel(const CompactDesc& desc, uint32_t buckets, const Tuning& tuning, const Capabilities& capabilities,
                      ScanModel* model) noexcept
{
    const Status checked = checkPredicate(desc.predicate);
    if (checked != Status::Success)
        return checked;
    return selectionModel({.test = static_cast<uint32_t>(desc.predicate.condition),
                           .testType = desc.predicate.type,
                           .buckets = buckets,
                           .elementSize = desc.elementSize,
                           .strategy = desc.strategy,
                           .assumeForwardProgress = desc.assumeForwardProgress},
                          tuning, capabilities, model);
}

Status selectionModel(const SelectionDesc& desc, const Tuning& tuning, const Capabilities& capabilities,
                      ScanModel* model) noexcept
{
    if (desc.elementSize % sizeof(uint32_t) != 0 || desc.elementSize > kMaxElementSize)
        return Status::ElementSizeInvalid;
    if (!isOfferedBeyondScan(desc.strategy))
        return Status::StrategyNotOffered;
    ScanDesc scan;
    scan.kind = Kind::Exclusive;
    scan.tupleSize = desc.buckets;
    scan.strategy = desc.strategy;
    scan.assumeForwardProgress = desc.assumeForwardProgress;
    const Status checked = checkScanDesc(scan, capabilities);
    if (checked == Status::Success) {
        *model = {scan, tuning, capabilities};
        model->selection = {desc.test, desc.testType, static_cast<uint32_t>(desc.elementSize / sizeof(uint32_t))};
    }
    return checked;
}

} // namespace vkscan
