// Intersections of rays with a world of triangles: a tree over instances of shapes, and one over the triangles of each
// shape. The same lines serve the device and, as its check, the host, where the functions are members of a class.
//
// Macros of the file that includes this one: NODE, TRIANGLE and INSTANCE, the items of the world by number, and
// WEIGHTS(a, b, c), an array of three floats.
//
// T. Moeller & B. Trumbore, "Fast, minimum storage ray/triangle intersection", 1997. J. Hanika, "Hacking the shadow
// terminator", Ray Tracing Gems II, 2021.

#ifdef __cplusplus
#define INOUT(type) type&
#define CONST const
#else
#define INOUT(type) inout type
#define CONST
#endif

struct Hit {
    float distance;
    uint triangle;
    uint instance;
    float second; // weights of the second and the third corner
    float third;
};

// Where a ray enters a box; kFar if it misses it, or meets it beyond `most`.
float entry(Node node, vec3 origin, vec3 slopes, float most) CONST
{
    const vec3 a = (node.low - origin) * slopes;
    const vec3 b = (node.high - origin) * slopes;
    const vec3 enter = min(a, b);
    const vec3 leave = max(a, b);
    const float enters = max(max(enter.x, enter.y), max(enter.z, 0.0F));
    const float leaves = min(min(leave.x, leave.y), min(leave.z, most));
    return enters <= leaves ? enters : kFar;
}

// One over each component.
vec3 slopesOf(vec3 direction) CONST
{
    const float least = 1e-20F;
    return vec3(1.0F / (abs(direction.x) < least ? least : direction.x),
                1.0F / (abs(direction.y) < least ? least : direction.y),
                1.0F / (abs(direction.z) < least ? least : direction.z));
}

vec3 xyz(vec4 vector) CONST
{
    return vec3(vector.x, vector.y, vector.z);
}

// The linear part of an instance's matrix, by rows.
vec3 turned(Instance instance, vec3 vector) CONST
{
    return vec3(dot(xyz(instance.toShape[0]), vector), dot(xyz(instance.toShape[1]), vector),
                dot(xyz(instance.toShape[2]), vector));
}

// The transpose, which takes normals back to the world; not of length 1.
vec3 turnedBack(Instance instance, vec3 normal) CONST
{
    return normal.x * xyz(instance.toShape[0]) + normal.y * xyz(instance.toShape[1]) +
           normal.z * xyz(instance.toShape[2]);
}

vec3 toShape(Instance instance, vec3 place) CONST
{
    return turned(instance, place) + vec3(instance.toShape[0].w, instance.toShape[1].w, instance.toShape[2].w);
}

void meetTriangle(uint index, vec3 origin, vec3 direction, INOUT(Hit) hit) CONST
{
    const Triangle triangle = TRIANGLE(index);
    const vec3 toSecond = xyz(triangle.toSecond);
    const vec3 toThird = xyz(triangle.toThird);
    const vec3 across = cross(direction, toThird);
    const float volume = dot(toSecond, across);
    if (volume == 0.0F)
        return;
    const vec3 from = origin - xyz(triangle.corner);
    const float second = dot(from, across) / volume;
    const vec3 along = cross(from, toSecond);
    const float third = dot(direction, along) / volume;
    const float distance = dot(toThird, along) / volume;
    if (second < 0.0F || third < 0.0F || second + third > 1.0F || distance <= 0.0F || distance >= hit.distance)
        return;
    hit.distance = distance;
    hit.triangle = index;
    hit.second = second;
    hit.third = third;
}

// The nodes that a walk through a tree has yet to visit, the next one last.
struct Walk {
    uint waiting[kMostWaiting];
    uint count;
};

// Queues the children of a node that the ray enters, the nearer one in front of the other.
void waitForChildren(Node node, vec3 origin, vec3 slopes, float most, INOUT(Walk) walk) CONST
{
    const float first = entry(NODE(node.first), origin, slopes, most);
    const float second = entry(NODE(node.first + 1u), origin, slopes, most);
    const uint nearer = first <= second ? 0u : 1u;
    if (max(first, second) < kFar && walk.count < kMostWaiting)
        walk.waiting[walk.count++] = node.first + 1u - nearer;
    if (min(first, second) < kFar && walk.count < kMostWaiting)
        walk.waiting[walk.count++] = node.first + nearer;
}

// Walks through one tree, nearer children first. In the tree of instances, items are instances. `any`: stops at the
// first triangle found.
void meetShape(uint root, vec3 origin, vec3 direction, bool any, INOUT(Hit) hit) CONST
{
    const vec3 slopes = slopesOf(direction);
    Walk walk;
    walk.count = 1u;
    walk.waiting[0] = root;
    while (walk.count > 0u) {
        --walk.count;
        const Node node = NODE(walk.waiting[walk.count]);
        if (entry(node, origin, slopes, hit.distance) == kFar)
            continue;
        if (node.count > 0u) {
            const float before = hit.distance;
            for (uint i = 0u; i < node.count; ++i)
                meetTriangle(node.first + i, origin, direction, hit);
            if (any && hit.distance < before)
                return;
            continue;
        }
        waitForChildren(node, origin, slopes, hit.distance, walk);
    }
}

void meetWorld(vec3 origin, vec3 direction, bool any, INOUT(Hit) hit) CONST
{
    const vec3 slopes = slopesOf(direction);
    Walk walk;
    walk.count = 1u;
    walk.waiting[0] = 0u;
    while (walk.count > 0u) {
        --walk.count;
        const Node node = NODE(walk.waiting[walk.count]);
        if (entry(node, origin, slopes, hit.distance) == kFar)
            continue;
        for (uint i = 0u; i < node.count; ++i) {
            const Instance instance = INSTANCE(node.first + i);
            const float before = hit.distance;
            // Distances along the ray are the same in the shape's coordinates.
            meetShape(instance.root, toShape(instance, origin), turned(instance, direction), any, hit);
            if (hit.distance < before)
                hit.instance = node.first + i;
            if (any && hit.distance < before)
                return;
        }
        if (node.count > 0u)
            continue;
        waitForChildren(node, origin, slopes, hit.distance, walk);
    }
}

bool isBehindTriangle(vec3 origin, vec3 direction) CONST
{
    Hit hit;
    hit.distance = kFar;
    hit.instance = 0u;
    hit.triangle = 0u;
    hit.second = 0.0F;
    hit.third = 0.0F;
    meetWorld(origin, direction, true, hit);
    return hit.distance < kFar;
}

// The first triangle that a ray hits, or `behind`.
Surface triangleBefore(Surface behind, vec3 origin, vec3 direction) CONST
{
    Hit hit;
    hit.distance = behind.distance;
    hit.instance = 0u;
    hit.triangle = 0u;
    hit.second = 0.0F;
    hit.third = 0.0F;
    meetWorld(origin, direction, false, hit);
    if (hit.distance >= behind.distance)
        return behind;
    const Instance instance = INSTANCE(hit.instance);
    const Triangle triangle = TRIANGLE(hit.triangle);
    vec3 side = normalize(turnedBack(instance, cross(xyz(triangle.toSecond), xyz(triangle.toThird))));
    const float weights[3] = WEIGHTS(1.0F - hit.second - hit.third, hit.second, hit.third);
    // Lift to the smooth shape: along each corner's normal, by the distance of the triangle below the plane through it.
    // Without the lift, edges of triangles show where light grazes a surface.
    const vec3 inTriangle = hit.second * xyz(triangle.toSecond) + hit.third * xyz(triangle.toThird);
    vec3 normal = vec3(0.0F);
    vec3 lift = vec3(0.0F);
    for (uint i = 0u; i < 3u; ++i) {
        const vec3 atCorner = xyz(triangle.normals[i]);
        const vec3 corner = i == 0u ? vec3(0.0F) : i == 1u ? xyz(triangle.toSecond) : xyz(triangle.toThird);
        normal += weights[i] * atCorner;
        lift -= weights[i] * min(dot(inTriangle - corner, atCorner), 0.0F) * atCorner;
    }
    normal = normalize(turnedBack(instance, normal));
    if (dot(side, direction) > 0.0F)
        side = -side;
    if (dot(normal, side) < 0.0F)
        normal = -normal;
    // The lift is in the shape's coordinates.
    const mat3 back =
        inverse(transpose(mat3(xyz(instance.toShape[0]), xyz(instance.toShape[1]), xyz(instance.toShape[2]))));
    behind.distance = hit.distance;
    behind.normal = normal;
    behind.start = origin + hit.distance * direction + back * lift + 1e-3F * side;
    behind.albedo = xyz(instance.albedo);
    behind.emission = xyz(instance.emission);
    behind.isMirror = instance.albedo.w != 0.0F;
    return behind;
}
