// Heights as shadow maps hold them: depths below the sky, from 1 on the ground to -1 infinitely high. The higher, the
// less a metre counts, so that what casts a shadow at 2 and at 5 metres is nearly one and the same seen from the
// ground. A. Lauritzen and M. McCool, "Layered variance shadow maps", 2008, have the reason and the exponential.
const float kHeightScale = 4.0; // metres

float depthOf(float metres) { return 2.0 * exp(-max(metres, 0.0) / kHeightScale) - 1.0; }
float heightOf(float depth) { return -kHeightScale * log(max(0.5 + 0.5 * depth, 1e-4)); }
