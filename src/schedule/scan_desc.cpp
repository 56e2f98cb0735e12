#include "schedule/scan_desc.h"

#include "study/network.h"

namespace vkscan {

Status checkScanDesc(const ScanDesc& desc, const Capabilities& capabilities) noexcept
{
    if (sizeOf(desc.type) == 0)
        return Status::TypeInvalid;
    if (desc.type == ElementType::F64 && !capabilities.float64)
        return Status::TypeUnsupported;
    if (desc.op < Op::Add || desc.op > Op::Xor)
        return Status::OpInvalid;
    if (desc.op >= Op::And && (desc.type == ElementType::F32 || desc.type == ElementType::F64))
        return Status::OpNeedsInteger;
    if (desc.kind != Kind::Inclusive && desc.kind != Kind::Exclusive)
        return Status::KindInvalid;
    if (desc.direction != Direction::Forward && desc.direction != Direction::Backward)
        return Status::DirectionInvalid;
    if (desc.order == 0 || desc.order > kMaxOrder)
        return Status::OrderInvalid;
    if (desc.order > 1 && desc.op != Op::Add)
        return Status::OrderNeedsAdd;
    if (desc.tupleSize == 0 || desc.tupleSize > kMaxTupleSize)
        return Status::TupleSizeInvalid;
    if (desc.cascadeWorkgroups > capabilities.maxGroupCount[0])
        return Status::CascadeWorkgroupsTooMany;
    const bool isTruncated = desc.strategy == Strategy::TruncatedCascade;
    if (desc.cascadeWorkgroups > 0 && desc.strategy != Strategy::Cascade && !isTruncated)
        return Status::CascadeWorkgroupsNeedCascade;
    if (desc.cascadeWorkgroups == 1 && isTruncated)
        return Status::CascadeWorkgroupsTooFew;
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
        return desc.order == 1 && desc.tupleSize == 1 ? Status::Success : Status::StrategyNeedsPlainScan;
    case Strategy::FlatSum:
    case Strategy::Spine:
    case Strategy::Chained:
    case Strategy::Sam:
        if (!capabilities.forwardProgress && !desc.assumeForwardProgress)
            return Status::StrategyNeedsForwardProgress;
        [[fallthrough]];
    case Strategy::DecoupledLookback:
        return capabilities.bufferInt64Atomics ? Status::Success : Status::StrategyUnsupported;
    }
    return Status::StrategyInvalid;
}

} // namespace vkscan
