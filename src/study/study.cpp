#include "study/study.h"

namespace vkscan {

const Study* study() noexcept
{
    static constexpr Study kStudy = {{&families::comparison, &families::network, &families::tree}};
    return &kStudy;
}

} // namespace vkscan
