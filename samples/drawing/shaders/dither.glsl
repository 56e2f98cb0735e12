// Noise from 0 to 1 that is even between neighbouring pixels. Added before values are rounded down, it hides the steps
// of slow changes. J. Jimenez, "Next generation post processing in Call of Duty: Advanced Warfare", 2014.
float noiseOf(ivec2 pixel) { return fract(52.9829189 * fract(dot(vec2(pixel), vec2(0.06711056, 0.00583715)))); }
