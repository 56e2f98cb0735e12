#include "drawn_picture.h"

#define STB_IMAGE_IMPLEMENTATION
#define STB_IMAGE_STATIC
#define STBI_ONLY_PNG
#include <stb_image.h>

#include <memory>

Picture readPicture(const std::string& file)
{
    Picture picture;
    int channels = 0;
    const std::unique_ptr<unsigned char, void (*)(void*)> pixels(
        stbi_load(file.c_str(), &picture.width, &picture.height, &channels, 3), stbi_image_free);
    if (pixels != nullptr)
        picture.values.assign(pixels.get(), pixels.get() + 3 * picture.width * picture.height);
    return picture;
}
