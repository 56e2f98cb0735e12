// Heights as shadow maps hold them: from 0 on the ground to 1. The higher, the less a metre counts, so that what casts a
// shadow at 2 and at 5 metres is one and the same seen from the ground, and lets no light through where both lie behind
// one another. A. Lauritzen and M. McCool, "Layered variance shadow maps", 2008, have the reason and the exponential.
const float kHeightScale = 4.0; // metres

float heightCode(float metres) { return 1.0 - exp(-max(metres, 0.0) / kHeightScale); }
float heightOf(float code) { return -kHeightScale * log(max(1.0 - code, 1e-4)); }
