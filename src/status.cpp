#include <vkscan/status.h>

namespace vkscan {

const char* toString(Status status) noexcept
{
    switch (status) {
    case Status::Success: return "success";

    case Status::OutputPointerNull: return "create: the pointer to the object to create must not be null";
    case Status::InstanceNull: return "instance: must not be null";
    case Status::PhysicalDeviceNull: return "physicalDevice: must not be null";
    case Status::DeviceNull: return "device: must not be null";
    case Status::ProcAddrNull: return "getInstanceProcAddr, getDeviceProcAddr: must not be null";
    case Status::FunctionMissing: return "getDeviceProcAddr: returned null for a core function of Vulkan 1.2";
    case Status::DeviceUnsupported: return "physicalDevice: is not supported; queryDeviceSupport tells why";
    case Status::OutOfHostMemory: return "out of host memory";
    case Status::OutOfDeviceMemory: return "out of device memory";
    case Status::PipelineCreationFailed: return "the driver could not create a compute pipeline";

    case Status::ContextInvalid: return "context: must have been created";
    case Status::TypeInvalid: return "type: is not a vkscan::Type";
    case Status::TypeUnsupported: return "type: F64 needs the device feature shaderFloat64, present and enabled";
    case Status::OpInvalid: return "op: is not a vkscan::Op";
    case Status::OpNeedsInteger: return "op: And, Or and Xor need an integer type";
    case Status::KindInvalid: return "kind: is not a vkscan::Kind";
    case Status::DirectionInvalid: return "direction: is not a vkscan::Direction";
    case Status::StrategyInvalid: return "strategy: is not a vkscan::Strategy";
    case Status::StrategyUnsupported:
        return "strategy: FlatSum, Spine and DecoupledLookback need the device feature shaderBufferInt64Atomics, "
               "present and enabled";
    case Status::StrategyNeedsForwardProgress:
        return "strategy: the driver is not listed as one whose running workgroups make progress; to take FlatSum or "
               "Spine all the same, set assumeForwardProgress";

    case Status::OperationInvalid: return "record: the operation must have been created";
    case Status::CommandBufferNull: return "commandBuffer: must not be null";
    case Status::CountTooLarge: return "count: must not exceed maxCount()";
    case Status::InputNull: return "input: the address must not be null";
    case Status::InputMisaligned: return "input: the address must be a multiple of the element's size";
    case Status::InputTooSmall: return "input: the range must hold count elements";
    case Status::OutputNull: return "output: the address must not be null";
    case Status::OutputMisaligned: return "output: the address must be a multiple of the element's size";
    case Status::OutputTooSmall: return "output: the range must hold count elements";
    case Status::OutputOverlapsInput: return "output: must begin where input begins, or not overlap it";
    case Status::InPlaceNeedsForwardProgress:
        return "output: in place, DecoupledLookback needs a driver listed as one whose running workgroups make "
               "progress, or assumeForwardProgress";
    case Status::CountBufferMisaligned: return "countBuffer: the address must be a multiple of 4";
    case Status::CountBufferTooSmall: return "countBuffer: the range must hold 4 bytes";
    case Status::CountBufferOverlaps: return "countBuffer: must not overlap output or total";
    case Status::TotalMisaligned: return "total: the address must be a multiple of the element's size";
    case Status::TotalTooSmall: return "total: the range must hold one element";
    case Status::TotalOverlaps: return "total: must not overlap input or output";
    case Status::ScratchNull: return "scratch: the address must not be null";
    case Status::ScratchMisaligned: return "scratch: the address must be a multiple of 16";
    case Status::ScratchTooSmall: return "scratch: the range must hold scratchSize(count) bytes";
    case Status::ScratchOverlaps: return "scratch: must not overlap another argument";
    case Status::InitialTypeMismatch: return "initial: must be of the scan's type";
    }
    return "not a vkscan::Status";
}

} // namespace vkscan
