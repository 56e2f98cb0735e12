// Products of matrices of 4 x 4, modulo 2^32, the earlier on the left: states of 64 bytes, the most there may be.
#define ROW(FIELD, a, b, c, d) FIELD(uint, a) FIELD(uint, b) FIELD(uint, c) FIELD(uint, d)
#define STATE(FIELD) ROW(FIELD, a0, a1, a2, a3) ROW(FIELD, b0, b1, b2, b3) ROW(FIELD, c0, c1, c2, c3) ROW(FIELD, d0, d1, d2, d3)
#include "vkscan/kernel.glsl"

State identity() { return State(1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1); }

uvec4 timesMatrix(uvec4 row, State m)
{
    return row.x * uvec4(m.a0, m.a1, m.a2, m.a3) + row.y * uvec4(m.b0, m.b1, m.b2, m.b3) +
           row.z * uvec4(m.c0, m.c1, m.c2, m.c3) + row.w * uvec4(m.d0, m.d1, m.d2, m.d3);
}

State combine(State earlier, State later)
{
    const uvec4 a = timesMatrix(uvec4(earlier.a0, earlier.a1, earlier.a2, earlier.a3), later);
    const uvec4 b = timesMatrix(uvec4(earlier.b0, earlier.b1, earlier.b2, earlier.b3), later);
    const uvec4 c = timesMatrix(uvec4(earlier.c0, earlier.c1, earlier.c2, earlier.c3), later);
    const uvec4 d = timesMatrix(uvec4(earlier.d0, earlier.d1, earlier.d2, earlier.d3), later);
    return State(a.x, a.y, a.z, a.w, b.x, b.y, b.z, b.w, c.x, c.y, c.z, c.w, d.x, d.y, d.z, d.w);
}
