// Uses what is for comparison, too.
#include <vkscan/study.h>

int main()
{
    vkscan::Scan scan;
    vkscan::study::ScanDesc desc;
    desc.strategy = vkscan::study::kChained;
    return vkscan::study::create({}, desc, &scan).argument == vkscan::Argument::Context ? 0 : 1;
}
