#include "frame_rows.h"

#include <support/file.h>

#include <algorithm>
#include <regex>
#include <sstream>
#include <stdexcept>

namespace viewer {

const gpu::Choices<Technique> kTechniques = {
    {"none", Technique::None},      {"dof", Technique::DepthOfField},      {"lens", Technique::Lens},
    {"box", Technique::BoxBlur},    {"triangle", Technique::TriangleBlur}, {"compare", Technique::Comparison},
    {"table", Technique::TableView}};

namespace {

std::vector<FrameRows> parse(const std::string& text)
{
    static const std::regex kRow("(viewer/([a-z]+)/([0-9]{2,5})x([0-9]{2,5}))/([a-z_]+)\r?");
    std::vector<FrameRows> result;
    std::istringstream stream(text);
    for (std::string line; std::getline(stream, line);) {
        if (line.empty())
            continue;
        std::smatch parts;
        const bool isRow = std::regex_match(line, parts, kRow);
        const auto technique = std::find_if(kTechniques.begin(), kTechniques.end(),
                                            [&](const auto& choice) { return isRow && choice.first == parts[2]; });
        if (technique == kTechniques.end())
            throw std::runtime_error(line + " is no viewer/<technique>/<width>x<height>/<stage>");
        const auto known =
            std::find_if(result.begin(), result.end(), [&](const FrameRows& rows) { return rows.name == parts[1]; });
        FrameRows& rows = known == result.end() ? result.emplace_back() : *known;
        rows.name = parts[1];
        rows.technique = technique->second;
        rows.size = {static_cast<uint32_t>(std::stoul(parts[3])), static_cast<uint32_t>(std::stoul(parts[4]))};
        std::string stage = parts[5];
        std::replace(stage.begin(), stage.end(), '_', ' ');
        rows.rows.push_back({parts[1].str() + '/' + parts[5].str(), stage});
    }
    if (result.empty())
        throw std::runtime_error("it lists no rows");
    return result;
}

} // namespace

std::vector<FrameRows> readRows(const std::string& file)
{
    return files::readAs("the rows", file, [](const files::Bytes& content) {
        return parse({reinterpret_cast<const char*>(content.data()), content.size()});
    });
}

} // namespace viewer
