#include "options.h"

#include "../common/command_line.h"

#include <vkscan/difference.h>

#include <map>

namespace codec {
namespace {

void addCommon(CLI::App* command, Options* options, const char* inputHelp, const char* outputHelp)
{
    command->add_option("input", options->input, inputHelp)->required()->option_text("INPUT");
    command->add_option("output", options->output, outputHelp)->required()->option_text("OUTPUT");
    command->add_flag("--force", options->replaces, "Replace the output if it exists");
    gpu::addDeviceOptions(*command, &options->device);
    gpu::addRepeats(*command, &options->repeats);
}

void addEncode(CLI::App& app, Options* options)
{
    CLI::App* encode =
        app.add_subcommand("encode", "Replace samples by differences, and check that decoding undoes it");
    addCommon(encode, options, "WAV, PNG, PGM, PPM, PAM, or any other file", "The file of differences");
    const std::map<std::string, Kind> kinds = {{"wav", Kind::Wav}, {"image", Kind::Image}, {"binary", Kind::Binary}};
    encode
        ->add_option_function<std::string>(
            "--as", [options, kinds](const std::string& name) { options->kind = kinds.at(name); },
            "Take the input for this; by default what it begins like, else binary")
        ->check(CLI::IsMember(kinds))
        ->option_text("wav|image|binary");
    encode
        ->add_option("--order", options->order,
                     "How often differences are formed, 0 to 16; by default the best of 0 to 4")
        ->check(CLI::Range(0u, vkscan::kMaxOrder))
        ->option_text("Q");
    encode
        ->add_option("--tuple", options->tupleSize,
                     "Elements from one to the one it is subtracted from, 1 to 16; by "
                     "default 1 or the channels, whichever is better")
        ->check(CLI::Range(1u, vkscan::kMaxTupleSize))
        ->option_text("S");
}

} // namespace

Options parseOptions(int argc, char** argv)
{
    Options options;
    CLI::App app("Delta coding of files on the GPU: encoding forms differences, decoding sums them up again.\n"
                 "The order and the tuple size are those that leave the least entropy. Of a PNG file its pixels are "
                 "coded, and decoding\nwrites them as a PAM file, or as a PNG file if the output is named so; every "
                 "other file is restored byte for byte.",
                 "delta_codec");
    app.set_help_flag();
    app.set_help_all_flag("-h,--help", "Print this help message and exit");
    app.fallthrough();
    app.require_subcommand(1);
    addEncode(app, &options);
    CLI::App* decode = app.add_subcommand("decode", "Restore what was encoded");
    addCommon(decode, &options, "A file that encode wrote",
              "The restored file; of a picture, a PNG file if its name ends in .png");
    decode->callback([&options] { options.decodes = true; });
    gpu::parseOrExit(app, argc, argv);
    return options;
}

} // namespace codec
