"""Scans on the first Vulkan device through the C interface of a shared vkscan: scan.py <libvkscan.so>"""
import ctypes as c
import sys

vk = c.CDLL("libvulkan.so.1")
vkscan = c.CDLL(sys.argv[1])

U32, U64, POINTER = c.c_uint32, c.c_uint64, c.c_void_p


def structure(name, *fields):
    return type(name, (c.Structure,), {"_fields_": fields})


# Vulkan's. Handles are pointers or 64-bit numbers.
def info(name, *fields):
    return structure(name, ("sType", U32), ("pNext", POINTER), *fields)


ApplicationInfo = info("ApplicationInfo", ("name", POINTER), ("version", U32), ("engine", POINTER),
                       ("engineVersion", U32), ("apiVersion", U32))
InstanceInfo = info("InstanceInfo", ("flags", U32), ("application", POINTER), ("layerCount", U32), ("layers", POINTER),
                    ("extensionCount", U32), ("extensions", POINTER))
Features = info("Features", ("bits", U32 * 55))
Features12 = info("Features12", ("bits", U32 * 47))
SubgroupFeatures = info("SubgroupFeatures", ("bits", U32 * 2))
QueueInfo = info("QueueInfo", ("flags", U32), ("family", U32), ("count", U32), ("priorities", POINTER))
DeviceInfo = info("DeviceInfo", ("flags", U32), ("queueCount", U32), ("queues", POINTER), ("layerCount", U32),
                  ("layers", POINTER), ("extensionCount", U32), ("extensions", POINTER), ("features", POINTER))
BufferInfo = info("BufferInfo", ("flags", U32), ("size", U64), ("usage", U32), ("sharing", U32), ("familyCount", U32),
                  ("families", POINTER))
Requirements = structure("Requirements", ("size", U64), ("alignment", U64), ("types", U32))
MemoryTypes = structure("MemoryTypes", ("count", U32), ("types", U32 * 2 * 32), ("heapCount", U32), ("heaps", U64 * 2 * 16))
MemoryFlags = info("MemoryFlags", ("flags", U32), ("deviceMask", U32))
MemoryInfo = info("MemoryInfo", ("size", U64), ("type", U32))
AddressInfo = info("AddressInfo", ("buffer", U64))
PoolInfo = info("PoolInfo", ("flags", U32), ("family", U32))
CommandInfo = info("CommandInfo", ("pool", U64), ("level", U32), ("count", U32))
BeginInfo = info("BeginInfo", ("flags", U32), ("inheritance", POINTER))
SubmitInfo = info("SubmitInfo", ("waitCount", U32), ("waits", POINTER), ("stages", POINTER), ("commandCount", U32),
                  ("commands", POINTER), ("signalCount", U32), ("signals", POINTER))

# vkscan's, of vkscan/c_api.h.
Range = structure("Range", ("address", U64), ("size", U64))
Scalar = structure("Scalar", ("hasValue", U32), ("type", U32), ("bits", U64))
DeviceSupport = structure("DeviceSupport", ("size", U32), ("supported", U32), ("reason", c.c_char_p),
                          ("features", U32 * 55), ("features12", Features12), ("subgroups", SubgroupFeatures),
                          ("extension", c.c_char_p), ("needsSubgroups", U32))
ContextDesc = structure("ContextDesc", ("size", U32), ("instance", POINTER), ("physicalDevice", POINTER),
                        ("device", POINTER), ("getInstanceProcAddr", POINTER), ("getDeviceProcAddr", POINTER),
                        ("features", POINTER), ("pipelineCache", U64), ("allocationCallbacks", POINTER),
                        ("flags", U32 * 5))
Kernels = structure("Kernels", ("items", POINTER), ("count", U32))
Parameters = structure("Parameters", ("data", POINTER), ("bytes", U32))
ScanDesc = structure("ScanDesc", ("size", U32), ("type", U32), ("op", U32), ("kind", U32), ("direction", U32),
                     ("order", U32), ("tupleSize", U32), ("kernels", Kernels)) # later fields have their defaults
ScanArgs = structure("ScanArgs", ("size", U32), ("input", Range), ("output", Range), ("initial", Scalar),
                     ("parameters", Parameters), ("total", Range), ("scratch", Range), ("count", U64),
                     ("countBuffer", Range), ("barrierBefore", U32), ("barrierAfter", U32))
Dispatch = structure("Dispatch", ("size", U32), ("kernel", U32), ("barrierBefore", U32), ("groupCount", U32 * 3),
                     ("pushConstants", POINTER), ("pushConstantBytes", U32), ("accessCount", U32))

for name, types, result in (
        ("StatusSentence", (U32,), c.c_char_p),
        ("QueryDeviceSupport", (POINTER, POINTER, POINTER, POINTER), None),
        ("MergeFeatures", (POINTER, POINTER), c.c_char_p),
        ("CreateContext", (POINTER, POINTER), U32),
        ("CreateScan", (POINTER, POINTER, POINTER), U32),
        ("ScratchSize", (POINTER, U64), U64),
        ("RecordScan", (POINTER, POINTER, POINTER), U32),
        ("CreatePlan", (POINTER,), U32),
        ("PlanScan", (POINTER, POINTER, POINTER), U32),
        ("DispatchCount", (POINTER,), U32),
        ("GetDispatch", (POINTER, U32, POINTER), None),
        ("DestroyPlan", (POINTER,), None),
        ("DestroyOperation", (POINTER,), None),
        ("DestroyContext", (POINTER,), None)):
    function = getattr(vkscan, "vkscan" + name)
    function.argtypes, function.restype = types, result


def call(name, *arguments):
    """A call of Vulkan, whose numbers are of 64 bits unless they are ctypes' of less."""
    function = getattr(vk, "vk" + name)
    function.argtypes = [type(a) if isinstance(a, (c.c_uint32, c.c_void_p, c.c_uint64)) else POINTER for a in arguments]
    function.restype = c.c_int32
    result = function(*(a if not isinstance(a, c.Structure) else c.byref(a) for a in arguments))
    assert result >= 0, f"vk{name}: {result}"


def check(status):
    assert status == 0, vkscan.vkscanStatusSentence(status).decode()


def sized(kind, **fields):
    return kind(size=c.sizeof(kind), **fields)


def at(value):
    return c.addressof(value)


# A device.
instance, physical_device, device, queue = POINTER(), POINTER(), POINTER(), POINTER()
application = ApplicationInfo(sType=0, apiVersion=1 << 22 | 2 << 12)
call("CreateInstance", InstanceInfo(sType=1, application=at(application)), None, c.byref(instance))
count = U32(1)
call("EnumeratePhysicalDevices", instance, c.byref(count), c.byref(physical_device))
proc_addr = c.cast(vk.vkGetInstanceProcAddr, POINTER)
support = sized(DeviceSupport)
vkscan.vkscanQueryDeviceSupport(instance, physical_device, proc_addr, c.byref(support))
assert support.supported, support.reason.decode()
subgroups = SubgroupFeatures(sType=1000225002)
features12 = Features12(sType=51, pNext=at(subgroups) if support.extension else None)
features = Features(sType=1000059000, pNext=at(features12))
assert vkscan.vkscanMergeFeatures(c.byref(support), c.byref(features)) is None
priority = c.c_float(1)
queue_info = QueueInfo(sType=2, count=1, priorities=at(priority))
extension = c.c_char_p(support.extension)
device_info = DeviceInfo(sType=3, pNext=at(features), queueCount=1, queues=at(queue_info),
                         extensionCount=1 if support.extension else 0, extensions=at(extension))
call("CreateDevice", physical_device, device_info, None, c.byref(device))
vk.vkGetDeviceQueue(device, U32(0), U32(0), c.byref(queue))

# A buffer that the host sees, too.
BYTES, COUNT = 1 << 16, 1000
buffer, memory, pointer = U64(), U64(), POINTER()
call("CreateBuffer", device, BufferInfo(sType=12, size=BYTES, usage=0x20020), None, c.byref(buffer))
requirements, types = Requirements(), MemoryTypes()
vk.vkGetBufferMemoryRequirements(device, buffer, c.byref(requirements))
vk.vkGetPhysicalDeviceMemoryProperties(physical_device, c.byref(types))
visible = next(i for i in range(types.count) if requirements.types >> i & 1 and types.types[i][0] & 6 == 6)
flags = MemoryFlags(sType=1000060000, flags=2)
call("AllocateMemory", device, MemoryInfo(sType=5, pNext=at(flags), size=requirements.size, type=visible), None,
     c.byref(memory))
call("BindBufferMemory", device, buffer, memory, U64(0))
call("MapMemory", device, memory, U64(0), U64(BYTES), U32(0), c.byref(pointer))
c.memset(pointer, 0, BYTES)
vk.vkGetBufferDeviceAddress.restype = U64
address = vk.vkGetBufferDeviceAddress(device, c.byref(AddressInfo(sType=1000244001, buffer=buffer.value)))
words = (U32 * (BYTES // 4)).from_address(pointer.value)
numbers = [i * 7919 % 1009 for i in range(COUNT)]
words[:COUNT] = numbers

# A scan.
context, scan, plan = POINTER(), POINTER(), POINTER()
context_desc = sized(ContextDesc, instance=instance, physicalDevice=physical_device, device=device,
                     getInstanceProcAddr=proc_addr, getDeviceProcAddr=c.cast(vk.vkGetDeviceProcAddr, POINTER),
                     features=at(features))
check(vkscan.vkscanCreateContext(c.byref(context_desc), c.byref(context)))
scan_desc = sized(ScanDesc, order=1, tupleSize=1)
check(vkscan.vkscanCreateScan(context, c.byref(scan_desc), c.byref(scan)))
SCRATCH = max(vkscan.vkscanScratchSize(scan, COUNT), 16)
args = sized(ScanArgs, input=Range(address, COUNT * 4), output=Range(address + 0x4000, COUNT * 4),
             scratch=Range(address + 0x8000, SCRATCH), count=COUNT, barrierAfter=1)

pool, commands = U64(), POINTER()
call("CreateCommandPool", device, PoolInfo(sType=39), None, c.byref(pool))
call("AllocateCommandBuffers", device, CommandInfo(sType=40, pool=pool.value, count=1), c.byref(commands))
call("BeginCommandBuffer", commands, BeginInfo(sType=42))
check(vkscan.vkscanRecordScan(scan, commands, c.byref(args)))
call("EndCommandBuffer", commands)
call("QueueSubmit", queue, U32(1), SubmitInfo(sType=4, commandCount=1, commands=at(commands)), U64(0))
call("QueueWaitIdle", queue)
sums, total = [], 0
for number in numbers:
    total += number
    sums.append(total)
assert words[0x1000:0x1000 + COUNT] == sums, "the sums are wrong"

# Its plan, and a refusal.
check(vkscan.vkscanCreatePlan(c.byref(plan)))
check(vkscan.vkscanPlanScan(scan, c.byref(args), plan))
dispatch = sized(Dispatch)
vkscan.vkscanGetDispatch(plan, 0, c.byref(dispatch))
assert vkscan.vkscanDispatchCount(plan) == 1 and list(dispatch.groupCount) == [1, 1, 1] and dispatch.pushConstantBytes
args.input.address += 2
sentence = vkscan.vkscanStatusSentence(vkscan.vkscanPlanScan(scan, c.byref(args), plan)).decode()
assert sentence.startswith("input: the address must be a multiple of"), sentence

vkscan.vkscanDestroyPlan(plan)
vkscan.vkscanDestroyOperation(scan)
vkscan.vkscanDestroyContext(context)
print(f"{COUNT} numbers are scanned from Python")
