#include "options.h"

#include <support/program.h>

#include <vkscan/scan.h>

namespace codec {
namespace {

const gpu::Choices<Kind> kKinds = {{"wav", Kind::Wav}, {"image", Kind::Image}, {"binary", Kind::Binary}};

void addCommon(gpu::CommandLine& line, Options* options, const char* inputHelp, const char* outputHelp)
{
    line.add("input", options->input, inputHelp).required().text("INPUT");
    line.add("output", options->output, outputHelp).required().text("OUTPUT");
    gpu::addForce(line, &options->replaces);
    gpu::addDeviceOptions(line, &options->device);
    gpu::addRepeats(line, &options->repeats);
}

void addEncode(gpu::CommandLine& program, Options* options)
{
    const auto chosen = [options] { options->decodes = false; };
    gpu::CommandLine line =
        program.addCommand("encode", chosen, "Replace samples by differences, and check that decoding undoes it");
    addCommon(line, options, "WAV, PNG, PGM, PPM, PAM, or any other file", "The file of differences");
    line.addChoice("--as", options->kind, kKinds,
                   "Take the input for this; by default what it begins like, else binary");
    line.add("--order", options->order, "How often differences are formed; by default the best of 0 to 4")
        .within(0, vkscan::kMaxOrder)
        .text("Q");
    line.add("--tuple", options->tupleSize,
             "Elements from one to the one it is subtracted from; by default 1 or the channels, whichever is better")
        .within(1, vkscan::kMaxTupleSize)
        .text("S");
}

void addDecode(gpu::CommandLine& program, Options* options)
{
    const auto chosen = [options] { options->decodes = true; };
    gpu::CommandLine line = program.addCommand("decode", chosen, "Restore what was encoded");
    addCommon(line, options, "A file that encode wrote",
              "The restored file; of a picture, a PNG file if its name ends in .png");
}

} // namespace

Options parseOptions(int argc, char** argv)
{
    Options options;
    gpu::CommandLine line(
        "Delta coding of files on the GPU: encoding forms differences, decoding sums them up again.\n"
        "The order and the tuple size are those that leave the least entropy. Of a PNG file its pixels are "
        "coded, and decoding\nwrites them as a PAM file, or as a PNG file if the output is named so; every "
        "other file is restored byte for byte.",
        "delta_codec");
    addEncode(line, &options);
    addDecode(line, &options);
    gpu::parseOrExit(line, argc, argv);
    return options;
}

} // namespace codec
