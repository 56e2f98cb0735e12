// Means of light at edges. A plain mean would be nearly as bright as the brightest part, and bright edges would show
// stairs: brighter light counts less. B. Karis, "High-quality temporal supersampling", 2014.

// Dimmed light to add up, and the mean of a sum.
vec4 dimmed(vec3 light) { return vec4(light, 1.0) / (1.0 + max(light.r, max(light.g, light.b))); }
vec3 undimmed(vec4 sum) { return sum.rgb / max(sum.a, 1e-6); }
// The total weight: for light of 1, the dimmed weight and its largest channel have the sum 1.
float knownOfDimmed(vec4 sum) { return sum.a + max(sum.r, max(sum.g, sum.b)); }
