#include "codecs.h"
#include "document.h"

#ifdef VKSCAN_HAS_DRACO
#include <draco/compression/decode.h>
#endif
#ifdef VKSCAN_HAS_MESHOPT
#include <meshoptimizer.h>
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

#ifdef VKSCAN_HAS_MESHOPT

namespace {

constexpr std::size_t kMaxBytes = std::size_t{1} << 30; // limit of a view

using Filter = void (*)(void* elements, std::size_t count, std::size_t stride);

// None if the file says NONE. The library only supports some strides.
Filter filterOf(const MeshoptView& view)
{
    if (view.filter == "NONE")
        return nullptr;
    if (view.filter == "OCTAHEDRAL" && (view.stride == 4 || view.stride == 8))
        return meshopt_decodeFilterOct;
    if (view.filter == "QUATERNION" && view.stride == 8)
        return meshopt_decodeFilterQuat;
    if (view.filter == "EXPONENTIAL" && view.stride % 4 == 0)
        return meshopt_decodeFilterExp;
    fail("it is damaged: a view has the filter " + view.filter + " and elements of " + std::to_string(view.stride) +
         " bytes");
}

} // namespace

bool hasMeshopt()
{
    return true;
}

files::Bytes decodeMeshopt(const MeshoptView& view, std::span<const std::byte> coded)
{
    const bool isAttributes =
        view.mode == "ATTRIBUTES" && view.stride > 0 && view.stride <= 256 && view.stride % 4 == 0;
    const bool isIndices = view.stride == 2 || view.stride == 4;
    const bool isTriangles = view.mode == "TRIANGLES" && isIndices && view.count % 3 == 0;
    if (!isAttributes && !isTriangles && !(view.mode == "INDICES" && isIndices))
        fail("it is damaged: a view is coded as no mode of EXT_meshopt_compression");
    const Filter filter = isAttributes ? filterOf(view) : nullptr;
    if (view.count > kMaxBytes / view.stride)
        fail("a coded view has more than a gigabyte");
    files::Bytes bytes(view.count * view.stride);
    const auto* from = reinterpret_cast<const unsigned char*>(coded.data());
    const int error =
        isAttributes
            ? meshopt_decodeVertexBuffer(bytes.data(), view.count, view.stride, from, coded.size())
            : (isTriangles ? meshopt_decodeIndexBuffer(bytes.data(), view.count, view.stride, from, coded.size())
                           : meshopt_decodeIndexSequence(bytes.data(), view.count, view.stride, from, coded.size()));
    if (error != 0)
        fail("it is damaged: a view's code of EXT_meshopt_compression ends early or has bytes left");
    if (filter != nullptr)
        filter(bytes.data(), view.count, view.stride);
    return bytes;
}

#else

bool hasMeshopt()
{
    return false;
}

files::Bytes decodeMeshopt(const MeshoptView& /*view*/, std::span<const std::byte> /*coded*/)
{
    fail("the viewer was built without meshoptimizer");
}

#endif

} // namespace viewer::gltf
