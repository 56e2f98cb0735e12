"""The documents' tables and plots, as data: which rows each has, and what they are called there.

A table's line is a label, the rows' names as in rows.txt, and CUB if CUB has such an operation. {0}, {1}, … in the label
are what the name's braces stand for. Sizes have a column of their own.
"""
import dataclasses

CUB = True
SIZES_OF_SCANS = "{2^10,2^11,2^12,2^13,10000,2^14,2^15,2^16,100000,2^17,2^18,2^19,1000000,2^20,2^21,2^22,2^24,2^26,2^28,2^30,2^31}"
SIZES_OF_TABLES = "{256x256,1024x1024,1920x1080,3840x2160,4096x4096,8192x8192,16384x16384}"
SCREENS = "{1920x1080,3840x2160}"
SUMS = "scan/u32/add/inclusive/auto/"


@dataclasses.dataclass
class Table:
    lines: list
    what: str = "operation"  # heading of the labels
    fields: dict = None  # headings of what a row has, and its keys; by default its time, its ratio, and CUB's times
    baseline: tuple = None  # heading and row: a column of that row's time over the others'


@dataclasses.dataclass
class Plot:
    """Time over size, and the same over a copy's time: vkscan's lines, those of CUB, and the copy."""
    title: str
    lines: list  # as a table's
    counts: str = "elements"


TABLES = {
    "overview": Table([
        ("sums of u32", SUMS + "{2^10,2^16,2^20,2^24,2^28}", CUB),
        ("sums of u32 by a kernel of your own", "custom/u32_add/2^28"),
        ("deterministic sums of f32", "scan/f32/add/inclusive/auto/{2^20,2^28}", CUB),
        ("second sums (order 2) of u32", "order/u32/2/auto/2^28", CUB),
        ("sums of tuples of 5 u32", "tuple/u32/5/auto/2^28", CUB),
        ("segmented sums of u32 by keys, 1000 a segment", "segments/u32/keys/1000/2^28", CUB),
        ("reduction of u32", "reduce/u32/add/{2^20,2^28}", CUB),
        ("reductions of u32 by offsets, 1000 a segment", "segmented_reduce/u32/offsets/1000/2^28", CUB),
        ("compaction of u32, half kept", "select/u32/half/{2^20,2^28}", CUB),
        ("partition of u32 in one array", "partition/u32/half/2^28", CUB),
        ("run lengths of u32, runs of 2", "run_length/u32/2/2^28", CUB),
        ("histogram of u32, 256 bins", "histogram/u32/256/2^28"),
        ("stable sort of u32 keys", "sort/u32/{2^16,2^20,2^24,2^28}", CUB),
        ("stable sort of u32 keys with values", "sort/u32/values/{2^20,2^24,2^28}", CUB),
        ("table of a u32 buffer", "sat/buffer_u32/u32/auto/{1920x1080,3840x2160}"),
        ("table of an RGBA16F image in RGBA32F", "sat/image_rgba16f/f32/auto/3840x2160"),
    ]),
    "scans": Table([("u32", SUMS + SIZES_OF_SCANS, CUB)], what="sums"),
    "scan_types": Table([
        ("f32", "scan/f32/add/inclusive/auto/{2^12,2^16,2^20,2^24,2^28}", CUB),
        ("i32", "scan/i32/add/inclusive/auto/{2^20,2^28}"),
        ("{0}", "scan/{u64,f64}/add/inclusive/auto/{2^20,2^23,2^27}", CUB),
        ("i64", "scan/i64/add/inclusive/auto/2^27"),
    ], what="sums"),
    "scan_variants": Table([
        ("inclusive", SUMS + "2^26", CUB), ("exclusive", "scan/u32/add/exclusive/auto/2^26", CUB),
        ("backward", SUMS + "{2^16,2^20,2^26}/backward"), ("exclusive, backward", "scan/u32/add/exclusive/auto/2^26/backward"),
        ("in place", SUMS + "{2^20,2^26}/in_place"), ("with a total", SUMS + "2^26/total"),
        ("with an initial value", SUMS + "2^26/initial"), ("unaligned by one element", SUMS + "2^26/unaligned"),
        ("input unaligned by one element", SUMS + "2^26/unaligned_input"),
        ("count read on the device", SUMS + "2^26/device_count"),
        ("count read on the device, a hundredth of the maximum", SUMS + "2^26/device_count_1_percent"),
        ("as many elements, known to the host", SUMS + "671088"),
        ("in a cold cache", SUMS + "{2^16,2^20,2^22,2^24}/cold"),
        ("{0} of u32", "scan/u32/{multiply,min,max,and,or,xor}/inclusive/auto/2^26"),
        ("{0} of f32", "scan/f32/{multiply,min,max}/inclusive/auto/2^26"),
    ], what="scans"),
    "strategies": Table([
        ("`SingleWorkgroup`", "scan/u32/add/inclusive/single-workgroup/2^16"),
        ("`FlatSum`", "scan/u32/add/inclusive/flat-sum/{2^16,2^20}"),
        *((f"`{strategy}`", f"scan/u32/add/inclusive/{row}/{{2^16,2^20,2^24,2^28}}") for strategy, row in (
            ("Spine", "spine"), ("ReduceThenScan", "reduce-then-scan"), ("DecoupledLookback", "decoupled-lookback"), ("Sam", "sam"),
            ("Chained", "chained"), ("Cascade", "cascade"), ("ScanThenPropagate", "scan-then-propagate"))),
    ], what="strategy"),
    "orders": Table([
        ("order {0}", "order/u32/{2,5,8}/auto/{2^20,2^24,2^28}", CUB),
        ("tuples of {0}", "tuple/u32/{2,5,8}/auto/{2^20,2^24,2^28}", CUB),
        ("order 8 of tuples of 2", "order_of_tuples/u32/8x2/auto/{2^20,2^24,2^28}"),
        ("order {0} of u64", "order/u64/{2,5,8}/auto/2^27"), ("tuples of {0} u64", "tuple/u64/{2,5,8}/auto/2^27"),
        ("order {0} by `Sam`", "order/u32/{2,5,8}/sam/2^28"), ("tuples of {0} by `Sam`", "tuple/u32/{2,5,8}/sam/2^28"),
    ], what="sums of u32"),
    "custom": Table([
        ("sums of u32, declared as a user would", "custom/u32_add/{2^10,2^16,2^20,2^24,2^28}"),
        ("the built-in sums", SUMS + "{2^10,2^16,2^20,2^24,2^28}"),
        ("squares of words, summed, stored as half floats", "custom/squares_f16/{2^20,2^28}"),
        ("affine maps of 2 words", "custom/affine/{2^20,2^24,2^27}"), ("boxes of 6 words", "custom/bounds/{2^20,2^24,2^25}"),
        ("matrices of 16 words", "custom/matrix/{2^20,2^24}"),
        ("records of 32 bytes, every other one kept by a predicate", "custom/records/{2^20,2^25}"),
        ("reductions of u32, {1} a segment, by {0}", "segmented_reduce/custom/{offsets,rows}/{32,1000,65536}/2^28"),
    ], what="kernels"),
    "segmented_scans": Table([
        ("by flags, 1000 a segment", "segments/u32/flags/1000/{2^16,2^20,2^24,2^28}"),
        ("by keys, 1000 a segment", "segments/u32/keys/1000/{2^20,2^24,2^28}", CUB),
        ("by {0}, 1000 a segment", "segments/u32/{bits,offsets,rows}/1000/{2^20,2^24,2^28}"),
        ("by flags, backward", "segments/u32/flags/1000/2^24/backward"),
        ("by flags, {0}", "segments/{f32,u64}/flags/1000/2^27"),
        ("rows of 64", "batched/u32/64/{2^24,2^28}"), ("rows of {0}", "batched/u32/{1024,65536,2^20}/2^28"),
    ], what="sums of u32"),
    "segmented_reductions": Table([
        ("{1}, by {0}", "segmented_reduce/u32/{offsets,rows}/{32,1000,65536}/{2^16,2^20,2^24,2^28}", CUB),
    ], what="elements a segment"),
    "reductions": Table([
        ("sums of u32", "reduce/u32/add/{2^12,2^16,2^20,2^22,2^24,2^26,2^28}", CUB),
        ("sums of f32", "reduce/f32/add/{2^20,2^28}", CUB), ("sums of {0}", "reduce/{u64,i64,f64}/add/{2^20,2^27}"),
        ("{0} of u32", "reduce/u32/{multiply,min,max,and,or,xor}/2^26"),
        ("arg min of u32", "reduce/u32/min/index/{2^16,2^20,2^24}"),
        ("sums of u32, `{0}`", "reduce/u32/add/{interleaved,sequential,unrolled,decomposed}/2^24"),
    ], what="reduction"),
    "compactions": Table([
        ("words tested by a mask", "select/u32/half/{2^16,2^20,2^24,2^28}", CUB),
        ("the same, count read on the device", "select/u32/half/{2^24,2^28}/device_count"),
        ("elements by flag bits", "select/u32/bits/{2^20,2^24,2^28}"), ("indices", "select/u32/indices/{2^20,2^24,2^28}"),
        ("records of 32 bytes, by a kernel of your own", "custom/records/{2^20,2^25}"),
    ], what="u32, half kept"),
    "partitions": Table([
        ("into two arrays", "partition/u32/apart/{2^16,2^20,2^24,2^28}"),
        ("in one array", "partition/u32/half/{2^16,2^20,2^24,2^28}", CUB),
        ("in one array, by flag bits", "partition/u32/bits/{2^20,2^24,2^28}"),
    ], what="u32, half selected"),
    "splits": Table([("1 bit", "split/u32/1_bit/{2^20,2^24,2^28}"), ("4 bits", "split/u32/4_bits/{2^16,2^20,2^24,2^28}")],
                    what="u32 by their own bits"),
    "sorts": Table([
        ("u32", "sort/u32/{2^10,2^12,2^16,2^18,2^20,2^24,2^28}", CUB),
        ("u32 with values", "sort/u32/values/{2^10,2^12,2^16,2^18,2^20,2^24,2^28}", CUB),
        ("u32 with values of 16 bytes", "sort/u32/values16/{2^16,2^20,2^24}"),
        ("u16", "sort/u16/{2^10,2^16,2^20,2^24,2^28}", CUB),
        ("u16 with the permutation", "sort/u16/index/{2^10,2^16,2^20,2^24,2^28}", CUB),
        ("u64", "sort/u64/{2^10,2^16,2^20,2^24,2^27}", CUB), ("u64 with values", "sort/u64/values/{2^16,2^20,2^24,2^27}"),
    ], what="random keys"),
    "sorts_of_other_keys": Table([
        ("u32, random", "sort/u32/2^24", CUB), ("u32, {0}", "sort/u32/{sorted,reversed,zipf,equal}/2^24"),
        ("u32, four distinct ones", "sort/u32/4_keys/2^24"), ("u32, 16 bits differ", "sort/u32/16_bits/2^24"),
        ("u32, count on the device, a hundredth of the maximum", "sort/u32/{2^24,2^28}/device_count_1_percent"),
        ("as many keys, known to the host", "sort/u32/{167772,2684354}"),
        ("segments of 30 u32", "sort/u32/segments/30/30000000", CUB),
        ("segments of {0} u32", "sort/u32/segments/{1000,100000}/30000000"),
        ("segments of {0} u32, permutation too", "sort/u32/index/segments/{30,1000,100000}/30000000"),
    ], what="keys"),
    "run_lengths": Table([("runs of {0}", "run_length/u32/{2,32,1000}/{2^16,2^20,2^24,2^28}", CUB)], what="u32"),
    "histograms": Table([
        ("{0} bins", "histogram/u32/{256,4096,65536}/{2^16,2^20,2^24,2^28}"),
        ("256 bins, all elements in few of them", "histogram/u32/256/skewed/{2^24,2^28}"),
        ("65536 bins, all elements in few of them", "histogram/u32/65536/skewed/2^28"),
    ], what="u32"),
    "allocations": Table([("requests", "allocate/u32/{2^16,2^20,2^24,2^28}")], what="u32"),
    "differences": Table([("{0}", "difference/u32/{order_1,order_8,tuple_5}/{2^20,2^24,2^28}")], what="u32"),
    "tables": Table([
        ("u32 buffer", "sat/buffer_u32/u32/auto/" + SIZES_OF_TABLES),
        ("f32 buffer", "sat/buffer_f32/f32/auto/3840x2160"),
        ("R32F image to R32F", "sat/image_r32f/f32/auto/" + SIZES_OF_TABLES),
        ("R8 image to R32UI", "sat/image_r8/u32/auto/{1920x1080,3840x2160}"),
        ("RGBA16F image to RGBA32F", "sat/image_rgba16f/f32/auto/{1920x1080,3840x2160}"),
        *((f"{image.upper()} image, mean bias, zero border", f"sat/image_{image}/f32_mean/auto/{sizes}/zero_border")
          for image, sizes in (("r32f", SCREENS), ("rg32f", SCREENS), ("rg32f", "8192x8192"), ("rgba16f", SCREENS))),
        *((f"{image.upper()} image, the same in a cold cache", f"sat/image_{image}/f32_mean/auto/{SCREENS}/zero_border/cold")
          for image in ("r32f", "rg32f", "rgba16f")),
    ], what="table"),
    "table_formats": Table([
        ("{0}", "sat/image_{rg8,rgba8,r16,rg16,rgba16,r32ui,rg32ui,rgba32ui}/u32/auto/1920x1080"),
        ("{0}", "sat/image_{r16f,rg16f,rg32f,rgba32f}/f32/auto/1920x1080"),
        ("rgba32f to r32f", "sat/image_rgba32f_to_image_r32f/f32/auto/1920x1080"),
        ("rgba32f, summed in doubles, to a buffer of {0}", "sat/image_rgba32f_to_buffer_{r64f,rgba64f}/f64/auto/1920x1080"),
        ("r8, {0}", "sat/image_r8/u32/auto/3840x2160/{zero_border,squares}"),
        ("r32f, {0}", "sat/image_r32f/f32/auto/3840x2160/{zero_border,squares}"),
    ], what="image"),
    "table_strategies": Table([
        ("`Auto`", f"sat/buffer_u32/u32/auto/{SCREENS}"), ("`Auto`", "sat/buffer_u32/u32/auto/8192x8192"),
        *((f"`{strategy}`", f"sat/buffer_u32/u32/{row}/{{1920x1080,3840x2160,8192x8192}}")
          for strategy, row in (("FlatSum", "flat-sum"), ("Spine", "spine"), ("ReduceThenScan", "reduce-then-scan"))),
    ], what="strategy"),
    "table_errors": Table([
        *((f"`F32`, {bias}, `{{0}}`", f"sat/image_r32f/{row}/{{auto,flat-sum,spine,reduce-then-scan}}/3840x2160/hdr")
          for bias, row in (("no bias", "f32"), ("bias given", "f32_given"), ("mean bias", "f32_mean"))),
        ("`{0}`, rounded to F32 entries, no bias", "sat/image_r32f/{f32x2,f64}/auto/3840x2160/hdr"),
    ], what="accumulation", fields={"time": "us", "root mean square": "box_rms", "largest": "box_max"}),
    "frames": Table([
        ("depth of field: {1}", "viewer/dof/{1920x1080,3840x2160}/{shadow_table,layers,colour_tables,effect,tone_map}"),
        ("blur: colour_table", "viewer/box/3840x2160/colour_table"),
    ], what="stage of a frame"),
    "recording": Table([
        ("scan, {0}", "record/scan/{auto,reduce-then-scan}"), ("scan and its barriers, {0}", "record/scan/{auto,reduce-then-scan}/barriers"),
        ("table, {0}, {1}", "record/table/{auto,reduce-then-scan}/{buffer_f32,image_r32f}"),
    ], what="recorded", fields={"time": "us", "by hand": "handwritten_us"}),
    "creation": Table([
        ("scan of u32", "create/scan/u32"), ("scan of at most 4096 u32", "create/scan/u32/max_count_4096"),
        ("a second one, equal to the first", "create/scan/u32/again"),
    ], what="created", fields={"time": "us", "of which planning": "plans_only_us"}),
    "networks": Table([
        ("subgroup (default), {0}", "network/f32/subgroup/{auto,reduce-then-scan,cascade,scan-then-propagate}/2^23"),
        ("{0}, cascade", "network/f32/{hillis-steele,hockney-jesshope,serial,serial+padding}/cascade/2^23"),
        ("{0}, cascade", "network/f32/{ladner-fischer,kogge-stone,han-carlson,blelloch}/cascade/2^23"),
        ("{0}, {1}, cascade", "network/f32/{ladner-fischer,kogge-stone,han-carlson,blelloch}+{padding,radix4,padding+radix4}/cascade/2^23"),
        ("{0}, shuffles, cascade", "network/f32/{ladner-fischer,kogge-stone}+shuffles/cascade/2^23"),
        ("{0}, shuffles, {1}, cascade", "network/f32/{ladner-fischer,kogge-stone}+shuffles+{scalar,64,128,512,1024}/cascade/2^23"),
        ("han-carlson, truncated cascade (Ha–Han)", "network/f32/han-carlson/truncated-cascade/{2^19,2^21,2^23}"),
        ("han-carlson, cascade, fewer elements", "network/f32/han-carlson/cascade/{2^19,2^21}"),
        ("blelloch, recursive", "network/f32/blelloch/scan-then-propagate/2^23"),
        ("blelloch, padding, recursive (Harris–Owens)", "network/f32/blelloch+padding/scan-then-propagate/2^23"),
    ], what="network", baseline=("over Harris–Owens", "network/f32/blelloch+padding/scan-then-propagate/8388608")),
}

PLOTS = {
    "scans": Plot("Inclusive sums of u32", [("vkscan", SUMS + SIZES_OF_SCANS, CUB)]),
    "sorts": Plot("Stable sorts of u32 keys", [("vkscan", "sort/u32/{2^10,2^12,2^16,2^18,2^20,2^24,2^28}", CUB)], "keys"),
    "tables": Plot("Summed-area tables", [
        ("u32 buffer", "sat/buffer_u32/u32/auto/" + SIZES_OF_TABLES),
        ("R32F image", "sat/image_r32f/f32/auto/" + SIZES_OF_TABLES),
    ], "texels"),
}
