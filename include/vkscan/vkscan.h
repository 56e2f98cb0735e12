// vkscan: scans recorded into the caller's Vulkan command buffer.
//
//     vkscan::Context context;  // one per VkDevice
//     vkscan::Context::create(contextDesc, &context);
//     vkscan::Scan scan;        // compiled up front
//     vkscan::Scan::create(context, scanDesc, &scan);
//     scan.record(commandBuffer, scanArgs);
//
// vkscan does not allocate device memory, submit, wait, start threads or hold global state. Recording does not
// allocate on the heap. A wrong argument records nothing and returns a status that names it.
#ifndef VKSCAN_VKSCAN_H
#define VKSCAN_VKSCAN_H

#include <vkscan/axis_scan.h>
#include <vkscan/compact.h>
#include <vkscan/context.h>
#include <vkscan/custom.h>
#include <vkscan/distribution.h>
#include <vkscan/expand.h>
#include <vkscan/histogram.h>
#include <vkscan/operation.h>
#include <vkscan/plan.h>
#include <vkscan/quantiles.h>
#include <vkscan/radix_sort.h>
#include <vkscan/reduce.h>
#include <vkscan/reduce_by_key.h>
#include <vkscan/scan.h>
#include <vkscan/segmented_reduce.h>
#include <vkscan/segmented_scan.h>
#include <vkscan/segments.h>
#include <vkscan/select.h>
#include <vkscan/status.h>
#include <vkscan/suballocate.h>
#include <vkscan/summed_area_table.h>
#include <vkscan/summed_volume_table.h>
#include <vkscan/surface.h>
#include <vkscan/top_k.h>
#include <vkscan/types.h>
#include <vkscan/version.h>

#endif
