// Means of light at edges. A plain mean would be about as bright as the brightest part, and edges of what is bright would
// show stairs: light counts less the brighter it is. B. Karis, "High-quality temporal supersampling", 2014.

// To add up, and what of the sum is the mean.
vec4 dimmed(vec3 light) { return vec4(light, 1.0) / (1.0 + max(light.r, max(light.g, light.b))); }
vec3 undimmed(vec4 sum) { return sum.rgb / max(sum.a, 1e-6); }
// The weight of all that was added up: of light of 1, dimmed, weight and its largest channel have the sum 1.
float knownOfDimmed(vec4 sum) { return sum.a + max(sum.r, max(sum.g, sum.b)); }
