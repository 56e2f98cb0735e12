// Textures of the drawn surface; white if it has none.
layout(set = 1, binding = kBaseColourTexture) uniform sampler2D baseColourTexture;
layout(set = 1, binding = kMetallicRoughnessTexture) uniform sampler2D metallicRoughnessTexture;
layout(set = 1, binding = kNormalTexture) uniform sampler2D normalTexture;
layout(set = 1, binding = kOcclusionTexture) uniform sampler2D occlusionTexture;
layout(set = 1, binding = kEmissionTexture) uniform sampler2D emissionTexture;

// A fragment's texture coordinates, and their changes to the pixel at the right and below. Only inputs of the fragment
// shader may be differentiated: lavapipe 22.3 loads nothing in invocations outside the triangle.
struct TexCoords {
    vec4 at;
    vec4 right;
    vec4 down;
};

TexCoords texCoordsOf(vec4 at) { return TexCoords(at, dFdx(at), dFdy(at)); }

bool hasTexture(TexturePlace place)
{
    const vec4 offset = place.offset;
    return offset.w != 0.0;
}

// Transforms without the offset.
vec2 turned(TexturePlace place, vec4 coords)
{
    const vec4 linear = place.linear;
    const vec4 offset = place.offset;
    const vec2 own = offset.z == 0.0 ? coords.xy : coords.zw;
    return own.x * linear.xy + own.y * linear.zw;
}

vec4 sampled(sampler2D picture, TexturePlace place, TexCoords coords)
{
    if (!hasTexture(place))
        return vec4(1);
    const vec4 offset = place.offset;
    return textureGrad(picture, turned(place, coords.at) + offset.xy, turned(place, coords.right),
                       turned(place, coords.down));
}

// Factors, vertex and texture: linear, with alpha.
vec4 baseColourOf(Instance instance, SurfaceData surface, vec4 vertexColour, TexCoords coords)
{
    const vec4 albedo = instance.albedo;
    const vec4 alpha = surface.alpha;
    return vec4(albedo.rgb, alpha.x) * vertexColour *
           sampled(baseColourTexture, surface.textures[kBaseColourTexture], coords);
}
