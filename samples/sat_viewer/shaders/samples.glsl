// The scene's samples, and means of them. A mean of light would be as bright as the brightest sample, and show stairs at
// lamps' edges: samples count less the brighter they are. B. Karis, "High-quality temporal supersampling", 2014.
layout(set = 0, binding = kSamplesBinding) uniform texture2DMS samples; // the distance ahead in alpha

// To add up, and what of the sum is the mean.
vec4 dimmed(vec3 light) { return vec4(light, 1.0) / (1.0 + max(light.r, max(light.g, light.b))); }
vec3 undimmed(vec4 sum) { return sum.rgb / max(sum.a, 1e-6); }

// Radii of near blurs, of the largest, are averaged by their fourth powers: the mean then is close to the largest of
// them, so that something that blurs far is not cut off where something else blurs less.
float nearSizeCode(float part) { return part * part * part * part; }
float nearSizeOf(float code) { return sqrt(sqrt(max(code, 0.0))); }
