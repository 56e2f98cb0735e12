#include <vkscan/types.h>

#include <vkscan/segments.h>
#include <vkscan/study.h>

namespace vkscan {

const char* toString(ElementType type) noexcept
{
    switch (type) {
    case ElementType::U32: return "u32";
    case ElementType::I32: return "i32";
    case ElementType::F32: return "f32";
    case ElementType::U64: return "u64";
    case ElementType::I64: return "i64";
    case ElementType::F64: return "f64";
    case ElementType::U16: return "u16";
    }
    return "not a vkscan::ElementType";
}

const char* toString(Op op) noexcept
{
    switch (op) {
    case Op::Add: return "add";
    case Op::Multiply: return "multiply";
    case Op::Min: return "min";
    case Op::Max: return "max";
    case Op::And: return "and";
    case Op::Or: return "or";
    case Op::Xor: return "xor";
    }
    return "not a vkscan::Op";
}

const char* toString(Kind kind) noexcept
{
    switch (kind) {
    case Kind::Inclusive: return "inclusive";
    case Kind::Exclusive: return "exclusive";
    }
    return "not a vkscan::Kind";
}

const char* toString(Direction direction) noexcept
{
    switch (direction) {
    case Direction::Forward: return "forward";
    case Direction::Backward: return "backward";
    }
    return "not a vkscan::Direction";
}

const char* toString(Segments segments) noexcept
{
    switch (segments) {
    case Segments::HeadBits: return "head-bits";
    case Segments::HeadFlags: return "head-flags";
    case Segments::Keys32: return "keys32";
    case Segments::Keys64: return "keys64";
    case Segments::Rows: return "rows";
    case Segments::Offsets: return "offsets";
    case Segments::Kernels: return "kernels";
    }
    return "not a vkscan::Segments";
}

const char* toString(Strategy strategy) noexcept
{
    switch (strategy) {
    case Strategy::Auto: return "auto";
    case Strategy::SingleWorkgroup: return "single-workgroup";
    case Strategy::FlatSum: return "flat-sum";
    case Strategy::Spine: return "spine";
    case Strategy::DecoupledLookback: return "decoupled-lookback";
    case Strategy::ReduceThenScan: return "reduce-then-scan";
    case Strategy::ScanThenPropagate: return "scan-then-propagate";
    case Strategy::Chained: return "chained";
    case Strategy::Sam: return "sam";
    case Strategy::Cascade: return "cascade";
    case Strategy::TruncatedCascade: return "truncated-cascade";
    }
    return "not a vkscan::Strategy";
}

const char* toString(WorkgroupNetwork network) noexcept
{
    switch (network) {
    case WorkgroupNetwork::Subgroup: return "subgroup";
    case WorkgroupNetwork::HillisSteele: return "hillis-steele";
    case WorkgroupNetwork::Blelloch: return "blelloch";
    case WorkgroupNetwork::KoggeStone: return "kogge-stone";
    case WorkgroupNetwork::HanCarlson: return "han-carlson";
    case WorkgroupNetwork::HockneyJesshope: return "hockney-jesshope";
    case WorkgroupNetwork::LadnerFischer: return "ladner-fischer";
    case WorkgroupNetwork::Serial: return "serial";
    }
    return "not a vkscan::WorkgroupNetwork";
}

VkDeviceSize sizeOf(ElementType type) noexcept
{
    switch (type) {
    case ElementType::U32:
    case ElementType::I32:
    case ElementType::F32: return 4;
    case ElementType::U64:
    case ElementType::I64:
    case ElementType::F64: return 8;
    case ElementType::U16: return 2;
    }
    return 0;
}

} // namespace vkscan
