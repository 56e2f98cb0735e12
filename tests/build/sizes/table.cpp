// A program that makes summed-area tables, and does nothing else.
#include <vkscan/summed_area_table.h>

int main()
{
    vkscan::Context context;
    vkscan::SummedAreaTable table;
    return vkscan::Context::create({}, &context) == vkscan::Status::Success &&
           vkscan::SummedAreaTable::create(context, {}, &table) == vkscan::Status::Success &&
           table.record(VK_NULL_HANDLE, {}) == vkscan::Status::Success;
}
