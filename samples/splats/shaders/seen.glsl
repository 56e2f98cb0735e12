// The splats that are visible in the picture, which vkscan::Compact lists.
#define STATE(FIELD) FIELD(uint, isSeen)
#define PARAMETERS(FIELD) FIELD(uint64_t, view)
#define SELECTS
#define LOAD
#define STORE
#include "vkscan/kernel.glsl"
#include "projection.h"

State load(uint64_t index)
{
    View view = ViewAt(parameters.view).view;
    return State(mayBeSeen(view.balls.at[uint(index)], view, 0.0F) ? 1 : 0);
}

bool isSelected(uint64_t index, State element) { return element.isSeen != 0; }

void store(uint64_t index, uint64_t place, State element)
{
    ViewAt(parameters.view).view.seen.at[uint(place)] = uint(index);
}
