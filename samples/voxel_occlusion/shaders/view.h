// Rays of pixels, the surfaces that they hit, and their light: the same lines for the device and, within a class, for
// the host as its check. Both define `size`, the voxels of the volume, isMatter(voxel), and meanOf(begin, end), the
// mean of a box of voxels. x and y increase to the back, x to the right and y to the left; z increases upwards.
#ifdef __cplusplus
#define CONSTANT static constexpr
#else
#define CONSTANT const
#endif

// All rays are parallel. Places are integers, kVoxel to a voxel, so that host and device hit the same voxels.
CONSTANT int kVoxel = 404;
CONSTANT ivec3 kAhead = ivec3(6, 7, -6);
CONSTANT ivec3 kRight = ivec3(77, -66, 0); // one pixel to the right: as long as kUp, and both across kAhead
CONSTANT ivec3 kUp = ivec3(36, 42, 85);
CONSTANT int kUnit = 42;                 // of a ray's time, during which it moves by kAhead
CONSTANT ivec3 kTimes = ivec3(7, 6, -7); // kUnit / kAhead

CONSTANT vec3 kSun = vec3(-0.58F, -0.24F, 0.778F); // towards it
CONSTANT int kShadowCubes = 18;

// The surface that a ray hits: a point in voxels, the axis across it, and the height of its voxel. axis -1: none.
struct Met {
    vec3 point;
    int axis;
    int layer;
};

// `pixel`: to the right and upwards from the middle of the volume.
Met metBy(ivec2 pixel)
{
    Met met;
    met.point = vec3(0.0F);
    met.axis = -1;
    met.layer = 0;
    const ivec3 origin = size * (kVoxel / 2) + kRight * pixel.x + kUp * pixel.y;
    // The ray enters the volume through the last of its front or top planes.
    ivec3 times = (ivec3(0, 0, size.z * kVoxel) - origin) * kTimes;
    int axis = times.x > times.y ? 0 : 1;
    axis = times.z > times[axis] ? 2 : axis;
    int time = times[axis];
    const ivec3 entry = origin * kUnit + kAhead * time;
    if (min(min(entry.x, entry.y), entry.z) < 0)
        return met;
    ivec3 voxel = entry / (kUnit * kVoxel);
    voxel.z = min(voxel.z, size.z - 1);
    while (voxel.x < size.x && voxel.y < size.y && voxel.z >= 0) {
        if (isMatter(voxel)) {
            met.point = (vec3(origin) + vec3(kAhead) * (float(time) / float(kUnit))) / float(kVoxel);
            met.point[axis] = float(axis == 2 ? voxel.z + 1 : voxel[axis]);
            met.axis = axis;
            met.layer = voxel.z;
            return met;
        }
        times = (ivec3(voxel.x + 1, voxel.y + 1, voxel.z) * kVoxel - origin) * kTimes;
        axis = times.x < times.y ? 0 : 1;
        axis = times.z < times[axis] ? 2 : axis;
        time = times[axis];
        voxel[axis] += axis == 2 ? -1 : 1;
    }
    return met;
}

// The part of a cube that is matter. Between voxels, means of cubes around are interpolated: sums of cubes in whole
// voxels are exact, so that host and device agree.
float matterIn(vec3 middle, int side)
{
    const vec3 low = middle - 0.5F * float(side);
    const ivec3 first = ivec3(floor(low));
    const vec3 part = low - floor(low);
    float mean = 0.0F;
    for (int i = 0; i < 8; ++i) {
        const ivec3 beside = ivec3(i & 1, i >> 1 & 1, i >> 2);
        const vec3 share = mix(1.0F - part, part, vec3(beside));
        const float weight = share.x * share.y * share.z;
        if (weight > 0.0F)
            mean += weight * meanOf(first + beside, first + beside + side);
    }
    return mean;
}

// The part of the sky's light that reaches a point, by the matter in cubes of 2 to 54 voxels on its surface.
float skyAt(vec3 point, vec3 normal)
{
    float light = 1.0F;
    for (int side = 2; side <= 54; side *= 3)
        light *= 1.0F - matterIn(point + normal * (0.5F * float(side)), side);
    return light;
}

// The part of the sun's light that reaches a point, past cubes that grow along the way.
float sunAt(vec3 point, vec3 normal)
{
    float light = 1.0F;
    float ahead = 0.75F;
    for (int i = 0; i < kShadowCubes; ++i) {
        const int side = 1 + int(0.2F * ahead);
        light *= 1.0F - min(1.5F * matterIn(point + normal * (0.5F * float(side)) + kSun * ahead, side), 1.0F);
        ahead += 0.9F * float(side);
    }
    return light;
}

// Colour on a screen. Without occlusion, light passes through matter.
vec3 colourAt(ivec2 pixel, float height, bool isOccluded)
{
    const Met met = metBy(pixel);
    if (met.axis < 0)
        return mix(vec3(0.47F, 0.58F, 0.70F), vec3(0.78F, 0.83F, 0.87F), height);
    vec3 normal = vec3(0.0F);
    normal[met.axis] = met.axis == 2 ? 1.0F : -1.0F;
    const float sky = isOccluded ? skyAt(met.point, normal) : 1.0F;
    const float sun = isOccluded ? sunAt(met.point, normal) : 1.0F;
    const float layer = float(met.layer);
    const vec3 stone = mix(vec3(0.60F, 0.40F, 0.26F), vec3(0.76F, 0.59F, 0.42F),
                           0.5F + 0.5F * sin(1.1F * layer + 2.0F * sin(0.37F * layer)));
    const vec3 ground = met.axis == 2 ? vec3(0.70F, 0.60F, 0.44F) : stone;
    const vec3 light =
        vec3(1.02F, 0.89F, 0.68F) * (max(dot(normal, kSun), 0.0F) * sun) + vec3(0.40F, 0.47F, 0.58F) * sky + 0.02F;
    return sqrt(min(ground * light, vec3(1.0F)));
}
