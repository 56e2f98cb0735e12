// Uses what is for comparison, too.
#include <vkscan/context.h>
#include <vkscan/study.h>

int main()
{
    vkscan::ContextDesc desc;
    desc.study = vkscan::study();
    vkscan::Context context;
    return desc.study != nullptr && vkscan::Context::create(desc, &context).argument == vkscan::Argument::Instance ? 0
                                                                                                                   : 1;
}
