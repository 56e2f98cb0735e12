// Heights in shadow maps: depths below the sky, from 1 on the ground to -1 infinitely high. A metre counts less the
// higher it is, so that casters at 2 and at 5 metres are nearly the same seen from the ground. For the reason and the
// exponential see A. Lauritzen and M. McCool, "Layered variance shadow maps", 2008.
const float kHeightScale = 4.0; // metres

float depthOf(float metres) { return 2.0 * exp(-max(metres, 0.0) / kHeightScale) - 1.0; }
float heightOf(float depth) { return -kHeightScale * log(max(0.5 + 0.5 * depth, 1e-4)); }
