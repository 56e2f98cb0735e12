#include "codecs.h"
#include "document.h"

#ifdef VKSCAN_HAS_MESHOPT
#include <meshoptimizer.h>
#endif

namespace viewer::gltf {

#ifdef VKSCAN_HAS_MESHOPT

namespace {

constexpr std::size_t kMaxBytes = std::size_t{1} << 30; // of a view

using Filter = void (*)(void* elements, std::size_t count, std::size_t stride);

// None where the file says NONE. The library takes only some strides.
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
