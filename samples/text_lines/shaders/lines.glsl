// Positions of the characters and lines of UTF-8 text. Elements are words of four bytes. Bytes beyond the text are
// 0x80: like the second and later bytes of a character, these do not count.
#define STATE(FIELD) FIELD(uint, characters) FIELD(uint, lines) FIELD(uint, column)
#define PARAMETERS(FIELD) FIELD(uint64_t, text) FIELD(uint64_t, positions) FIELD(uint64_t, lineStarts) FIELD(uint, bytes)
#define LOAD
#define STORE
#include "vkscan/kernel.glsl"

const uint kLineFeed = 10;

layout(buffer_reference, std430, buffer_reference_align = 4) readonly buffer TextAt { uint word; };
layout(buffer_reference, std430, buffer_reference_align = 8) writeonly buffer PositionAt { uvec2 lineAndColumn; };
layout(buffer_reference, std430, buffer_reference_align = 4) writeonly buffer LineStartAt { uint place; };

// A part of the text: its characters, its line feeds, and its characters after the last line feed (all without one).
State identity() { return State(0, 0, 0); }

State combine(State earlier, State later)
{
    return State(earlier.characters + later.characters, earlier.lines + later.lines,
                 later.column + (later.lines == 0 ? earlier.column : 0));
}

uint byteOf(uint word, uint i) { return word >> 8 * i & 0xff; }

bool beginsCharacter(uint byte) { return (byte & 0xc0) != 0x80; }

State stateOfByte(uint byte)
{
    return byte == kLineFeed ? State(1, 1, 0) : beginsCharacter(byte) ? State(1, 0, 1) : identity();
}

uint wordAt(uint64_t index) { return TextAt(parameters.text + index * 4).word; }

State load(uint64_t index)
{
    const uint word = wordAt(index);
    State sum = identity();
    for (uint i = 0; i < 4; ++i)
        sum = combine(sum, stateOfByte(byteOf(word, i)));
    return sum;
}

void setLineStart(uint line, uint place)
{
    if (place < parameters.bytes)
        LineStartAt(parameters.lineStarts + uint64_t(line) * 4).place = place;
}

// Stores the positions of the characters that begin in the word, and of the lines that begin after its line feeds.
void store(uint64_t index, State before, State through)
{
    const uint word = wordAt(index);
    const uint first = uint(index) * 4;
    if (first == 0)
        setLineStart(0, 0);
    State running = before;
    for (uint i = 0; i < 4; ++i) {
        const uint byte = byteOf(word, i);
        if (beginsCharacter(byte))
            PositionAt(parameters.positions + uint64_t(running.characters) * 8).lineAndColumn =
                uvec2(running.lines, running.column);
        running = combine(running, stateOfByte(byte));
        if (byte == kLineFeed)
            setLineStart(running.lines, first + i + 1);
    }
}
