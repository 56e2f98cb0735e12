#include "schedule/scan_desc.h"

#include "study/network.h"

namespace vkscan {

Status checkScanDesc(const ScanDesc& desc, const Capabilities& capabilities) noexcept
{
    if (sizeOf(desc.type) == 0)
        return {Argument::Type, Rule::Invalid};
    if (desc.type == ElementType::F64 && !capabilities.float64)
        return {Argument::Type, Rule::Unsupported};
    if (desc.op < Op::Add || desc.op > Op::Xor)
        return {Argument::Op, Rule::Invalid};
    if (desc.op >= Op::And && (desc.type == ElementType::F32 || desc.type == ElementType::F64))
        return {Argument::Op, Rule::Incompatible};
    if (desc.kind != Kind::Inclusive && desc.kind != Kind::Exclusive)
        return {Argument::Kind, Rule::Invalid};
    if (desc.direction != Direction::Forward && desc.direction != Direction::Backward)
        return {Argument::Direction, Rule::Invalid};
    if (desc.order == 0 || desc.order > kMaxOrder)
        return {Argument::Order, Rule::Invalid};
    if (desc.order > 1 && desc.op != Op::Add)
        return {Argument::Order, Rule::Incompatible};
    if (desc.tupleSize == 0 || desc.tupleSize > kMaxTupleSize)
        return {Argument::TupleSize, Rule::Invalid};
    if (desc.cascadeWorkgroups > capabilities.maxGroupCount[0])
        return {Argument::CascadeWorkgroups, Rule::TooLarge};
    const bool isTruncated = desc.strategy == Strategy::TruncatedCascade;
    if (desc.cascadeWorkgroups > 0 && desc.strategy != Strategy::Cascade && !isTruncated)
        return {Argument::CascadeWorkgroups, Rule::Incompatible};
    if (desc.cascadeWorkgroups == 1 && isTruncated)
        return {Argument::CascadeWorkgroups, Rule::Invalid};
    const Status network = checkNetwork(desc, capabilities);
    if (network != Status::Success)
        return network;
    switch (desc.strategy) {
    case Strategy::Auto:
    case Strategy::SingleWorkgroup:
    case Strategy::ReduceThenScan:
    case Strategy::Cascade:
    case Strategy::TruncatedCascade: return Status::Success;
    case Strategy::ScanThenPropagate:
        return desc.order == 1 && desc.tupleSize == 1 ? Status::Success
                                                      : Status(Argument::Strategy, Rule::Incompatible);
    case Strategy::FlatSum:
    case Strategy::Spine:
    case Strategy::Chained:
    case Strategy::Sam:
        if (!capabilities.forwardProgress && !desc.assumeForwardProgress)
            return {Argument::Strategy, Rule::NeedsForwardProgress};
        [[fallthrough]];
    case Strategy::DecoupledLookback:
        return capabilities.bufferInt64Atomics ? Status::Success : Status(Argument::Strategy, Rule::Unsupported);
    }
    return {Argument::Strategy, Rule::Invalid};
}

} // namespace vkscan
