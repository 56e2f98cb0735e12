// A world of triangles, and trees for rays.
#pragma once

#include "shaders/light.h"

#include <vector>

namespace environment {

struct World {
    std::vector<Node> nodes; // the first is the root of the tree of instances
    std::vector<Triangle> triangles;
    std::vector<Instance> instances;
    vec3 eye = {0, 0, 0};
    vec3 target = {0, 0, 0};

#define NODE(index) nodes[index]
#define TRIANGLE(index) triangles[index]
#define INSTANCE(index) instances[index]
#define WEIGHTS(a, b, c)                                                                                               \
    {                                                                                                                  \
        a, b, c                                                                                                        \
    }
#include "shaders/tree.h"
#undef NODE
#undef TRIANGLE
#undef INSTANCE
#undef WEIGHTS
};

// The courtyard of sat_viewer, without its ground. Metals reflect.
[[nodiscard]] World courtyard();

} // namespace environment
