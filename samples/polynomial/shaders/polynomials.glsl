// Parts of a polynomial, which are polynomials. The state of a part with n coefficients is x^n and its value at x. The
// value of two adjacent parts is that of the earlier one plus its power times that of the later one.
#define STATE(FIELD) FIELD(float, power) FIELD(float, value)
#define PARAMETERS(FIELD) FIELD(uint64_t, coefficients) FIELD(uint64_t, terms) FIELD(float, x)
#define LOAD
#define STORE
#include "vkscan/kernel.glsl"

layout(buffer_reference, std430, buffer_reference_align = 4) buffer FloatAt { float value; };

State identity() { return State(1, 0); }

State combine(State earlier, State later)
{
    return State(earlier.power * later.power, earlier.value + earlier.power * later.value);
}

float coefficientAt(uint64_t index) { return FloatAt(parameters.coefficients + index * 4).value; }

State load(uint64_t index) { return State(parameters.x, coefficientAt(index)); }

// Stores the terms. The number of preceding coefficients is the degree.
void store(uint64_t index, State before, State through)
{
    FloatAt(parameters.terms + index * 4).value = before.power * coefficientAt(index);
}
