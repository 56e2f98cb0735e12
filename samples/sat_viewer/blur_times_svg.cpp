#include "blur_times_svg.h"

#include "../drawing/json.h"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <sstream>

namespace viewer {
namespace {

constexpr double kWidth = 640;
constexpr double kHeight = 360;
constexpr double kLeft = 64;
constexpr double kRight = 110;
constexpr double kTop = 40;
constexpr double kBottom = 48;
// By Okabe and Ito, told apart by the colour-blind as well.
constexpr const char* kColours[BlurTimes::kWays] = {"#0072B2", "#E69F00", "#D55E00"};

// From a value's logarithm to a place.
struct Axis {
    double low;
    double high;
    double from;
    double to;

    [[nodiscard]] double at(double value) const
    {
        const double part = std::log(value / low) / std::log(high / low);
        return from + part * (to - from);
    }
};

std::string escaped(const std::string& text)
{
    std::string result;
    for (char c : text)
        result += c == '&' ? "&amp;" : (c == '<' ? "&lt;" : std::string(1, c));
    return result;
}

std::string number(double value)
{
    char text[32];
    std::snprintf(text, sizeof(text), "%g", value);
    return text;
}

void drawAxes(std::ostream& out, const BlurTimes& times, const Axis& x, const Axis& y)
{
    for (double power = y.low; power <= y.high * 1.001; power *= 10) {
        const double place = y.at(power);
        out << "<path d=\"M" << x.from << ' ' << place << 'H' << x.to << "\" stroke=\"#ddd\"/>\n<text x=\""
            << x.from - 6 << "\" y=\"" << place + 4 << "\" text-anchor=\"end\">" << number(power) << "</text>\n";
    }
    for (const auto& [radius, unused] : times.byRadius())
        out << "<text x=\"" << x.at(radius) << "\" y=\"" << y.from + 16 << "\" text-anchor=\"middle\">" << radius
            << "</text>\n";
    out << "<text x=\"" << (x.from + x.to) / 2 << "\" y=\"" << kHeight - 10
        << "\" text-anchor=\"middle\">radius (pixels)</text>\n<text x=\"" << x.from << "\" y=\"" << y.to - 8
        << "\" text-anchor=\"end\">ms</text>\n";
}

void drawLine(std::ostream& out, const BlurTimes& times, std::size_t way, const Axis& x, const Axis& y)
{
    out << "<polyline fill=\"none\" stroke-width=\"2\" stroke=\"" << kColours[way] << "\" points=\"";
    for (const auto& [radius, milliseconds] : times.byRadius())
        out << x.at(radius) << ',' << y.at(milliseconds[way]) << ' ';
    out << "\"/>\n";
    const double last = times.byRadius().rbegin()->second[way];
    out << "<text x=\"" << x.to + 6 << "\" y=\"" << y.at(last) + 4 << "\" fill=\"" << kColours[way] << "\">"
        << BlurTimes::kNames[way] << "</text>\n";
}

} // namespace

void writeSvg(const BlurTimes& times, const std::string& title, const std::string& file)
{
    const auto [shortest, longest] = times.range();
    const Axis x = {static_cast<double>(times.byRadius().begin()->first),
                    static_cast<double>(times.byRadius().rbegin()->first), kLeft, kWidth - kRight};
    const Axis y = {std::pow(10, std::floor(std::log10(shortest))), std::pow(10, std::ceil(std::log10(longest))),
                    kHeight - kBottom, kTop};
    std::ostringstream out;
    out.precision(5);
    out << "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 " << kWidth << ' ' << kHeight
        << "\" font-family=\"sans-serif\" font-size=\"12\">\n<rect width=\"100%\" height=\"100%\" fill=\"white\"/>\n"
        << "<text x=\"" << kLeft << "\" y=\"18\" font-size=\"13\">" << escaped(title) << "</text>\n";
    drawAxes(out, times, x, y);
    for (std::size_t way = 0; way < BlurTimes::kWays; ++way)
        drawLine(out, times, way, x, y);
    out << "</svg>\n";
    drawing::writeText(file, out.str());
}

} // namespace viewer
