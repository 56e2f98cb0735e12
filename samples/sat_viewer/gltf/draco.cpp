#include "codecs.h"
#include "container.h"

#ifdef VKSCAN_HAS_DRACO
#include <draco/compression/decode.h>
#endif

namespace viewer::gltf {

#ifdef VKSCAN_HAS_DRACO

namespace {

std::vector<float> numbersOf(const draco::Mesh& mesh, const draco::PointAttribute& attribute)
{
    const auto components = static_cast<std::size_t>(attribute.num_components());
    std::vector<float> numbers(components * mesh.num_points());
    for (draco::PointIndex point(0); point < mesh.num_points(); ++point) {
        const draco::AttributeValueIndex value = attribute.mapped_index(point);
        if (value.value() >= attribute.size() ||
            !attribute.ConvertValue(value, attribute.num_components(), numbers.data() + components * point.value()))
            fail("it is damaged: a vertex of a Draco mesh lacks an attribute");
    }
    return numbers;
}

} // namespace

bool hasDraco()
{
    return true;
}

DecodedDraco decodeDraco(std::span<const std::byte> coded)
{
    draco::DecoderBuffer buffer;
    buffer.Init(reinterpret_cast<const char*>(coded.data()), coded.size());
    draco::Decoder decoder;
    auto decoded = decoder.DecodeMeshFromBuffer(&buffer);
    if (!decoded.ok())
        fail("it is damaged: a Draco mesh is not read: " + decoded.status().error_msg_string());
    const std::unique_ptr<draco::Mesh> mesh = std::move(decoded).value();
    DecodedDraco result;
    result.vertices = mesh->num_points();
    for (int i = 0; i < mesh->num_attributes(); ++i) {
        const draco::PointAttribute& attribute = *mesh->attribute(i);
        const auto number = static_cast<int>(attribute.unique_id());
        result.attributes[number] = numbersOf(*mesh, attribute);
        result.components[number] = static_cast<std::size_t>(attribute.num_components());
    }
    for (draco::FaceIndex face(0); face < mesh->num_faces(); ++face)
        for (const draco::PointIndex& point : mesh->face(face))
            result.indices.push_back(point.value());
    return result;
}

#else

bool hasDraco()
{
    return false;
}

DecodedDraco decodeDraco(std::span<const std::byte> /*coded*/)
{
    fail("the viewer was built without Draco");
}

#endif

} // namespace viewer::gltf
