#include "surfaces.h"

#include <support/picture_check.h>
#include <support/picture_file.h>

#include <glm/gtc/type_ptr.hpp>

#include <algorithm>
#include <cmath>

namespace viewer::gltf {
namespace {

constexpr uint32_t kMaxSide = 8192;                          // texels
constexpr std::uint64_t kMaxTexels = std::uint64_t{1} << 28; // of all pictures: a gigabyte

Wrap wrapOf(int code)
{
    switch (code) {
    case 33071: return Wrap::Clamp;
    case 33648: return Wrap::Mirror;
    default: return Wrap::Repeat;
    }
}

Sampling samplingOf(const Sampler& sampler)
{
    Sampling sampling = {wrapOf(sampler.wrapS), wrapOf(sampler.wrapT), sampler.magFilter != 9728, true,
                         Mipmaps::Linear};
    switch (sampler.minFilter) {
    case 9728:
        sampling.isSmoothSmall = false;
        sampling.mipmaps = Mipmaps::None;
        break;
    case 9729: sampling.mipmaps = Mipmaps::None; break;
    case 9984:
        sampling.isSmoothSmall = false;
        sampling.mipmaps = Mipmaps::Nearest;
        break;
    case 9985: sampling.mipmaps = Mipmaps::Nearest; break;
    case 9986: sampling.isSmoothSmall = false; break;
    default: break;
    }
    return sampling;
}

float number(double value, double least, double most)
{
    return std::isfinite(value) ? static_cast<float>(std::clamp(value, least, most)) : static_cast<float>(least);
}

// From the vertex's coordinates to the picture's: scaled, rotated, translated.
TexturePlace placeOf(const TextureUse& use)
{
    const auto any = [](double value) { return number(value, -1e6, 1e6); };
    const double cosine = std::cos(use.rotation);
    const double sine = std::sin(use.rotation);
    TexturePlace place = {};
    place.linear =
        vec4(any(cosine * use.size.x), any(sine * use.size.x), any(-sine * use.size.y), any(cosine * use.size.y));
    place.offset = vec4(any(use.offset.x), any(use.offset.y), use.set, 1);
    return place;
}

bool isSrgb(Role role)
{
    return role == Role::BaseColour || role == Role::Emission;
}

bool isJpeg(const files::Bytes& content)
{
    return content.size() > 2 && content[0] == std::byte{0xff} && content[1] == std::byte{0xd8};
}

} // namespace

const Material& materialAt(const Document& document, int material)
{
    static const Material kDefault;
    return material < 0 ? kDefault : at(document.materials, material, "material");
}

Instance instanceOf(const Material& material)
{
    const auto part = [](double value) { return number(value, 0, 1); };
    const auto light = [](double value) { return number(value, 0, 1000); };
    Instance instance = {};
    instance.model = mat4(1);
    instance.albedo = vec4(part(material.baseColour.r), part(material.baseColour.g), part(material.baseColour.b),
                           part(material.roughness));
    instance.emission = vec4(light(material.emission.r), light(material.emission.g), light(material.emission.b),
                             part(material.metalness));
    return instance;
}

Surface Surfaces::read(const Material& material)
{
    const Document& document = m_elements.document();
    Surface surface = plainSurface();
    surface.isBlended = material.alphaMode == "BLEND";
    surface.isTwoSided = material.isDoubleSided;
    const float cutoff = material.alphaMode == "MASK" ? number(material.alphaCutoff, 0, 2) : 0;
    surface.data.alpha = vec4(number(material.baseColour.a, 0, 1), cutoff, surface.isBlended, material.isDoubleSided);
    const auto scaleOf = [&](Role role) { return material.textures[static_cast<std::size_t>(role)].scale; };
    surface.data.strength =
        vec4(number(scaleOf(Role::Normal), -100, 100), number(scaleOf(Role::Occlusion), 0, 1), material.isUnlit, 0);
    for (std::size_t i = 0; i < kRoleCount; ++i) {
        const TextureUse& use = material.textures[i];
        if (use.texture < 0)
            continue;
        const gltf::Texture& texture = at(document.textures, use.texture, "texture");
        if (static_cast<std::size_t>(use.set) >= 2) {
            m_ignored.insert("texture coordinates beyond the second set");
            continue;
        }
        const int picture = texture.image < 0 ? -1 : pictureOf({texture.image, isSrgb(static_cast<Role>(i))});
        if (picture < 0)
            continue;
        const Sampling sampling =
            texture.sampler < 0 ? Sampling() : samplingOf(at(document.samplers, texture.sampler, "sampler"));
        surface.textures[i] = {picture, sampling};
        surface.data.textures[i] = placeOf(use);
    }
    return surface;
}

int Surfaces::pictureOf(const Key& key)
{
    const auto [entry, isNew] = m_known.emplace(key, -1);
    if (isNew) {
        try {
            m_pictures.push_back(decode(key));
            entry->second = static_cast<int>(m_pictures.size()) - 1;
        } catch (const std::runtime_error& reason) {
            m_ignored.insert("image " + std::to_string(key.image) + " (" + reason.what() + ")");
        }
    }
    return entry->second;
}

Picture Surfaces::decode(const Key& key)
{
    constexpr uint32_t kChannels = 4;
    const Document& document = m_elements.document();
    const Image& image = at(document.images, key.image, "image");
    files::Bytes content;
    if (image.view >= 0) {
        const std::span<const std::byte> bytes = m_elements.bytes(image.view);
        content.assign(bytes.begin(), bytes.end());
    } else {
        content = readUri(image.uri, document.folder);
    }
    if (!files::isPng(content) && !isJpeg(content))
        fail("it is neither PNG nor JPEG");
    const files::PictureFile file(content);
    if (file.width() > kMaxSide || file.height() > kMaxSide)
        fail("it is wider or higher than " + std::to_string(kMaxSide));
    const std::uint64_t texels = std::uint64_t{file.width()} * file.height();
    if (m_texels + texels > kMaxTexels)
        fail("the file's pictures have more than " + std::to_string(kMaxTexels) + " texels");
    Picture picture = {file.width(), file.height(), key.isSrgb, file.bytes(kChannels)};
    m_texels += texels;
    return picture;
}

} // namespace viewer::gltf
