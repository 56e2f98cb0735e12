// The rows of operations other than scans of built-in types. Each function adds rows of at most 2^maxLog2 elements, for
// which arrays of operationArrayBytes(maxLog2) must have been allocated. The harness outlives the program's run.
#ifndef VKSCAN_BENCH_OPERATION_ROWS_H
#define VKSCAN_BENCH_OPERATION_ROWS_H

#include "harness.h"
#include "program.h"

#include <algorithm>

namespace bench {

// The largest elements have 64 bytes, the largest arrays 2 GiB.
[[nodiscard]] constexpr VkDeviceSize operationArrayBytes(unsigned maxLog2)
{
    return VkDeviceSize{64} << std::min(maxLog2, 25u);
}

// create/scan/u32[/max_count_4096] and, while an equal scan lives, create/scan/u32/again. The yardstick is the same
// creation by a context for plans only, which calls nothing of the driver's. No cache of the driver's has the kernels
// that are compiled.
void addCreationRows(Program& program, Harness& harness);

// custom/<case>/<count>, of scans, and custom/records/<count>, of compactions, at most 1 GiB.
void addCustomRows(Program& program, Harness& harness, unsigned maxLog2);

// distribution/f32/<row length>/<count>: weights in rows, of an image or of an array that is cut into rows;
// distribution/{rgba16f,r32f}/<columns>/<texels>, of a map of all directions; and alias/f32/<row length>/<count>, with
// an alias table.
void addDistributionRows(Program& program, Harness& harness, unsigned maxLog2);

// expand/u32/{1,30,1000,zipf}[/counts]/<count>: sources of so many elements on average, by offsets or counts, that
// share `count` elements.
void addExpandRows(Program& program, Harness& harness, unsigned maxLog2);

// histogram/u32/<bins>[/skewed]/<count>: the bins share all of the numbers' range, or the first has all of them.
void addHistogramRows(Program& program, Harness& harness, unsigned maxLog2);

// reduce/<type>/<op>[/index][/<method>]/<count>
void addReduceRows(Program& program, Harness& harness, unsigned maxLog2);

// {reduce,unique}_by_key/u32/<length>/<count> and run_length/u32/<length>/<count>, of runs of equal lengths
void addReduceByKeyRows(Program& program, Harness& harness, unsigned maxLog2);

// segments/<type>/{flags,bits,keys,rows,offsets}/<length>/<count>[/backward], batched/<type>/<length>/<count>, which
// are scans, and segmented_reduce/{u32,custom}/{rows,offsets}/<length>/<count>; sums of segments of equal length.
void addSegmentedRows(Program& program, Harness& harness, unsigned maxLog2);

// select/u32/{half,half/device_count,bits,indices}/<count>, partition/u32/{half,bits,apart}/<count> and
// split/u32/<bits>/<count>, of random numbers, of which about half are odd: those are selected.
void addSelectRows(Program& program, Harness& harness, unsigned maxLog2);

// sort/<type>[/index|/values<bytes>][/<keys>][/segments/<keys>]/<count>[/device_count_1_percent], of keys that are
// random if nothing is said; values alone have 4 bytes.
void addSortRows(Program& program, Harness& harness, unsigned maxLog2);

// stored/reduce/{u8,u16,f16}/<count> and stored/scan/{u8,u16,same}_to_{same,u8,u16}/<count>, of elements as they are
// stored; same: u32.
void addStoredRows(Program& program, Harness& harness, unsigned maxLog2);

// allocate/u32/<count>
void addSuballocateRows(Program& program, Harness& harness, unsigned maxLog2);

// top_k/u32/k<k>[/zipf|/equal][/rows/<length>]/<count>, of the smallest keys, which are random if nothing is said.
void addTopKRows(Program& program, Harness& harness, unsigned maxLog2);

// {volume,stack}/{f32,u32}/{auto,reduce-then-scan}/<texels>: tables of cubes, or of such slices apart. The yardstick
// copies as many bytes as the input has; a volume's table is read and written once more. And
// {volume,stack}/{image,array}_r32f/{auto,reduce-then-scan}/<texels>, in 3D images or arrays of layers; the yardstick
// copies the input's image to the table's.
void addVolumeRows(Program& program, Harness& harness, unsigned maxLog2);

// Instead of rows: searches the geometries that are fastest on the device. Prints, for elements of 4 and of 8 bytes,
// the times of strategies with geometries, and the fastest in the words of src/tuning/tuning.cpp. Throws
// std::runtime_error if a scan was wrong or unsteady.
void tune(Harness& harness, unsigned maxLog2);

} // namespace bench

#endif
