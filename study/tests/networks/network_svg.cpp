#include "network_drawing.h"

#include <sstream>

namespace networks {

namespace {

const uint32_t kLeft = 84; // of the first column's middle
const uint32_t kTop = 76;  // of the first band
const uint32_t kLabelHeight = 20;

class Writer {
public:
    Writer(const Wiring& network, const std::string& name)
        : wiring(network),
          title(name),
          drawing(draw(network)),
          columnWidth(network.size > 8 ? 38 : 48)
    {
        // Rows are the higher the further their values come from.
        std::vector<uint32_t> spans(drawing.rows);
        for (const Node& node : drawing.nodes) {
            for (const Point source : node.sources) {
                const auto [low, high] = std::minmax(source.column, node.at.column);
                spans[node.at.row - 1] = std::max(spans[node.at.row - 1], high - low);
            }
        }
        rowEnds = {kTop};
        for (const uint32_t span : spans)
            rowEnds.push_back(rowEnds.back() + 26 + 6 * std::min(span, 10u));
    }

    std::string write()
    {
        const uint32_t width = xOf(wiring.size - 1) + 76;
        const uint32_t height = yOf(drawing.rows) + 52;
        text << "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"" << width << "\" height=\"" << height
             << "\" viewBox=\"0 0 " << width << ' ' << height << "\" font-family=\"sans-serif\" font-size=\"12\" "
             << "text-anchor=\"middle\">\n<title>" << title << "</title>\n<rect width=\"" << width << "\" height=\""
             << height << "\" rx=\"8\" fill=\"#ffffff\"/>\n<text x=\"" << width / 2
             << "\" y=\"24\" font-size=\"14\" font-weight=\"bold\" fill=\"#111827\">" << title << "</text>\n";
        writeBands(width);
        writeWires();
        for (const Node& node : drawing.nodes)
            writeEdges(node);
        for (const Node& node : drawing.nodes)
            writeNode(node);
        text << "</svg>\n";
        return text.str();
    }

private:
    const Wiring& wiring;
    const std::string& title;
    Drawing drawing;
    uint32_t columnWidth;
    std::vector<uint32_t> rowEnds; // the first is where the wires begin
    std::ostringstream text;

    [[nodiscard]] uint32_t xOf(uint32_t column) const { return kLeft + column * columnWidth; }
    [[nodiscard]] uint32_t yOf(uint32_t row) const { return rowEnds[row]; }

    void writeBands(uint32_t width)
    {
        uint32_t row = 0;
        for (size_t i = 0; i < drawing.bands.size(); ++i) {
            const Band& band = drawing.bands[i];
            const uint32_t y = yOf(row) + 7;
            row += band.rows;
            const uint32_t end = yOf(row) + 7;
            if (i % 2 == 0)
                text << "<rect x=\"8\" y=\"" << y << "\" width=\"" << width - 16 << "\" height=\"" << end - y
                     << "\" rx=\"4\" fill=\"#f1f5f9\"/>\n";
            const uint32_t middle = y + (end - y) / 2 + 4;
            text << "<g fill=\"#64748b\"><text x=\"36\" y=\"" << middle << "\">step " << i + 1 << "</text><text x=\""
                 << width - 32 << "\" y=\"" << middle << "\">" << band.applications << " ⊕</text></g>\n";
        }
    }

    void writeWires()
    {
        const uint32_t end = yOf(drawing.rows) + 16;
        for (uint32_t i = 0; i < wiring.size; ++i) {
            text << "<path d=\"M" << xOf(i) << ' ' << kTop - 12 << "V" << end
                 << "\" stroke=\"#cbd5e1\" stroke-width=\"2\"/>\n";
            writeLabel(i, kTop - 12 - kLabelHeight, std::to_string(i));
            std::string result = i == 0 ? "0" : "0–" + std::to_string(i);
            if (drawing.exclusive)
                result = i == 0 ? "e" : i == 1 ? "0" : "0–" + std::to_string(i - 1);
            writeLabel(i, end, result);
        }
    }

    void writeLabel(uint32_t column, uint32_t y, const std::string& label)
    {
        text << "<rect x=\"" << xOf(column) - columnWidth / 2 + 2 << "\" y=\"" << y << "\" width=\"" << columnWidth - 4
             << "\" height=\"" << kLabelHeight << "\" rx=\"4\" fill=\"#e2e8f0\"/><text x=\"" << xOf(column) << "\" y=\""
             << y + 14 << "\" fill=\"#111827\">" << label << "</text>\n";
    }

    void writeEdges(const Node& node)
    {
        const bool combined = node.kind == Node::Kind::Combined;
        for (const Point source : node.sources)
            text << "<path d=\"M" << xOf(source.column) << ' ' << yOf(source.row) << "L" << xOf(node.at.column) << ' '
                 << yOf(node.at.row) << "\" stroke-width=\"1.5\" stroke=\""
                 << (combined ? "#2563eb\"" : "#c2410c\" stroke-dasharray=\"5 3\"") << "/>\n";
    }

    void writeNode(const Node& node)
    {
        const bool combined = node.kind == Node::Kind::Combined;
        const bool filled = combined && !node.sources.empty(); // else combined with the identity
        text << "<circle cx=\"" << xOf(node.at.column) << "\" cy=\"" << yOf(node.at.row) << "\" r=\""
             << (node.kind == Node::Kind::Identity ? 8 : 5) << "\" stroke-width=\"1.5\" stroke=\""
             << (combined ? "#1d4ed8" : "#c2410c") << "\" fill=\"" << (filled ? "#1d4ed8" : "#ffffff") << "\"/>\n";
        if (node.kind == Node::Kind::Identity)
            text << "<text x=\"" << xOf(node.at.column) << "\" y=\"" << yOf(node.at.row) + 4
                 << "\" fill=\"#c2410c\">e</text>\n";
    }
};

} // namespace

std::string toSvg(const Wiring& wiring, const std::string& title)
{
    return Writer(wiring, title).write();
}

} // namespace networks
