// Few invocations scan much: R invocations scan a run of M values each, one scans the totals of the runs, and then all
// add what precedes their run. M is 2^floor(L / 2), and R = N / M.
//
//     0   1   2   3   4   5   6   7
//     o-->*   o-->*   o-->*   o-->*     four invocations
//     |   o------>*------>*------>*     one, from the first to the last
//     |   o-->*   o-->*   o-->*   |     all
//
// Steps M + R - 1, operators 2 N - M - R, barriers 2; 2 N - M + 1 values read, N - 1 written. The third part keeps its
// results, which are exclusive, to itself.
//
// The scheme of one serial scan in each invocation: Dieguez, Amor & Doallo, "Efficient Scan Operator Methods on a GPU",
// 2014.
#ifndef VKSCAN_NETWORKS_SERIAL
#define VKSCAN_NETWORKS_SERIAL
#include "networks/shared.glsl"

Element scanSerial(uint self, Element value, out Element total)
{
    const uint length = 1u << uint(findMSB(kInputs)) / 2;
    const uint runs = kInputs / length;
    shareValue(self, value);
    if (self < runs) {
        Element sum = valueAt(self * length);
        for (uint i = 1; i < length; ++i) {
            sum = combine(sum, valueAt(self * length + i));
            setValueAt(self * length + i, sum);
        }
    }
    barrier();
    if (self == 0) {
        Element sum = valueAt(length - 1);
        for (uint i = 2; i <= runs; ++i) {
            sum = combine(sum, valueAt(i * length - 1));
            setValueAt(i * length - 1, sum);
        }
    }
    barrier();
    const uint inRun = self % length;
    const Element before = precedingValue(0, self, total);
    return inRun > 0 && self >= length ? combine(valueAt(self - inRun - 1), before) : before;
}
#endif
