// The tables of accesses in docs/integration.md and of dispatches in docs/strategies.md, made from plans of all forms
// of all operations on several kinds of device:
//
//     plan_tables --write <docs>   replaces the tables
//     plan_tables --check <docs>   fails if a table is not up to date, or if no form lists an argument of an operation
#include "c_api/bindings.h"
#include "calls.h"
#include "mock_device.h"
#include "page_table.h"

#include <vkscan/vkscan.h>

#include <array>
#include <map>
#include <set>
#include <string>
#include <vector>

using namespace testing_support;
using namespace vkscan;

namespace {

// How an operation accesses an argument, as a mask. An argument that is written, and that several dispatches of a call
// touch, counts as read, too: the later ones may read what the earlier ones left.
enum Use : unsigned { kNone = 0, kRead = 1, kWrite = 2 };

unsigned useOf(const DispatchList& list, BufferRange argument)
{
    unsigned touched = 0;
    bool isWritten = false;
    for (const Dispatch& dispatch : list) {
        bool isTouched = false;
        for (uint32_t i = 0; i < dispatch.accessCount; ++i) {
            const Access& access = dispatch.accesses[i];
            const bool isArgument =
                access.range.address >= argument.address && access.range.address - argument.address < argument.size;
            isTouched = isTouched || isArgument;
            isWritten = isWritten || (isArgument && access.write);
        }
        touched += isTouched ? 1 : 0;
    }
    return (touched > (isWritten ? 1u : 0u) ? kRead : kNone) | (isWritten ? kWrite : kNone);
}

// A listed driver, another one, and another one without 64-bit atomics.
constexpr std::size_t kDevices = 3;

std::array<MockDevice, kDevices> devices()
{
    MockDevice listed;
    MockDevice unlisted;
    unlisted.driver = VK_DRIVER_ID_MESA_RADV;
    MockDevice withoutAtomics = unlisted;
    withoutAtomics.int64Atomics = false;
    return {listed, unlisted, withoutAtomics};
}

// Returns false if nothing of the operation waits and Never is asked for.
bool setWaiting(auto& desc, Waiting waiting)
{
    if constexpr (requires { desc.waiting; }) {
        desc.waiting = waiting;
        return true;
    }
    return waiting == Waiting::Auto;
}

// Uses of arguments by their names, in the order in which they are listed.
using Uses = std::vector<std::pair<std::string, unsigned>>;

unsigned& useIn(Uses* uses, const std::string& name)
{
    const auto found = std::ranges::find(*uses, name, &Uses::value_type::first);
    return found != uses->end() ? found->second : uses->emplace_back(name, kNone).second;
}

// The numbers of dispatches of plans, by waiting and device.
using Dispatches = std::array<std::array<std::set<uint32_t>, kDevices>, std::size(kWaitings)>;

// Accesses and dispatches of a form's plans: with each waiting, on all devices and for all counts.
struct FormPlans {
    std::string name;
    Uses uses;
    Dispatches dispatches;
};

template <class Operation>
FormPlans plansOf(Form<Operation> form)
{
    FormPlans plans = {form.name, {}, {}};
    for (std::size_t device = 0; device < kDevices; ++device) {
        Context context;
        if (Context::create(mockContextDesc(devices()[device]), &context) != Status::Success)
            fail("no context");
        for (std::size_t waiting = 0; waiting < std::size(kWaitings); ++waiting) {
            Operation operation;
            if (!setWaiting(form.desc, kWaitings[waiting].value) ||
                Operation::create(context, form.desc, &operation) != Status::Success)
                continue;
            for (const uint32_t size : {1u, 100u, 2'000u, 5'000u, 1'000'000u, 200'000'000u}) {
                auto args = callOf(operation, form, size, true);
                DispatchList list;
                const Status status = operation.plan(args, &list);
                if (status.rule == Rule::TooLarge)
                    continue;
                if (status != Status::Success)
                    fail(nameOf<Operation>() + " " + form.name + ": " + toString(status));
                plans.dispatches[waiting][device].insert(list.count);
                for (const MemoryField& field : memoryOf(operation, form, &args))
                    useIn(&plans.uses, field.name) |= useOf(list, *field.range);
            }
        }
    }
    return plans;
}

// Forms that no device test of all operations runs: they take an image.
template <class Operation>
void addImageForms(std::vector<Form<Operation>>*)
{
}
template <>
void addImageForms(std::vector<Form<Histogram>>* forms)
{
    Form<Histogram> form = {.name = "an image"};
    form.desc.type = ElementType::F32;
    form.desc.binCount = 64;
    form.desc.inputFormat = VK_FORMAT_R16G16B16A16_SFLOAT;
    form.change = [](HistogramArgs& args) {
        args.countBuffer = {};
        args.weightExtent = {8, 8};
        args.image.extent = {256, 128};
        args.image.view = reinterpret_cast<VkImageView>(uintptr_t{1});
        args.image.usage = VK_IMAGE_USAGE_SAMPLED_BIT;
    };
    forms->push_back(form);
}

std::string quoted(const std::string& text)
{
    return "`" + text + "`";
}

// Rows of the forms of an operation, in which the first row has no form's name. Forms share a row if an argument that
// both touch is written by both or by none.
std::string accessRows(const std::string& operation, const std::vector<FormPlans>& forms)
{
    std::vector<FormPlans> rows;
    for (const FormPlans& form : forms) {
        const auto isAlike = [&](FormPlans& row) {
            return std::ranges::all_of(form.uses, [&](const auto& use) {
                const unsigned other = useIn(&row.uses, use.first);
                return other == kNone || use.second == kNone || ((other ^ use.second) & kWrite) == 0;
            });
        };
        const auto row = std::ranges::find_if(rows, isAlike);
        if (row == rows.end())
            rows.push_back(form);
        else
            for (const auto& [name, use] : form.uses)
                useIn(&row->uses, name) |= use;
    }
    std::string text;
    for (const FormPlans& row : rows) {
        std::string cells[4];
        for (const auto& [name, use] : row.uses)
            cells[use] += (cells[use].empty() ? "" : ", ") + quoted(name);
        text += "| " + quoted(operation) + (row.name.empty() ? "" : ", ") + row.name + " | " + cells[kRead] + " | " +
                cells[kWrite] + " | " + cells[kRead | kWrite] + " |\n";
    }
    return text;
}

std::string textOf(const std::set<uint32_t>& numbers)
{
    std::string text;
    for (auto each = numbers.begin(); each != numbers.end(); ++each)
        text += (each == numbers.begin()            ? ""
                 : std::next(each) == numbers.end() ? " or "
                                                    : ", ") +
                std::to_string(*each);
    return text.empty() ? "–" : text;
}

// In parentheses: without 64-bit atomics, if that differs.
std::string cellsOf(const Dispatches& dispatches)
{
    std::string text;
    for (std::size_t i = 0; i < std::size(kWaitings); ++i) {
        const auto& [listed, others, withoutAtomics] = dispatches[i];
        std::set<uint32_t> all = others;
        if (kWaitings[i].value == Waiting::Auto)
            text += " " + textOf(listed) + " |";
        else
            all.insert(listed.begin(), listed.end());
        text += " " + textOf(all);
        if (withoutAtomics != others && !withoutAtomics.empty())
            text += " (" + textOf(withoutAtomics) + ")";
        text += " |";
    }
    return text;
}

// Rows of the forms of an operation. Forms of the same numbers share one, and the default form's has no further names.
std::string dispatchRows(const std::string& operation, const std::vector<FormPlans>& forms)
{
    std::vector<std::pair<std::string, std::string>> rows; // names and cells
    for (const FormPlans& form : forms) {
        const std::string cells = cellsOf(form.dispatches);
        const auto row = std::ranges::find(rows, cells, &std::pair<std::string, std::string>::second);
        if (row == rows.end())
            rows.emplace_back(form.name, cells);
        else if (!row->first.empty())
            row->first += "; " + form.name;
    }
    std::string text;
    for (const auto& [names, cells] : rows)
        text += "| " + quoted(operation) + (names.empty() ? "" : ", ") + names + " |" + cells + "\n";
    return text;
}

// Ranges that a structure of arguments has.
template <class Operation>
std::size_t memoryCount()
{
    std::size_t count = 0;
    c_api::Fields<ArgsOf<Operation>>::each([&]<class T>(auto, T ArgsOf<Operation>::*, auto...) {
        const bool isSurface = std::is_same_v<T, Surface> || std::is_same_v<T, VolumeSurface>;
        count += std::is_same_v<T, BufferRange> || std::is_same_v<T, IndirectCount> ||
                 (isSurface && !std::is_base_of_v<ArrayOperation, Operation>);
    });
    return count;
}

} // namespace

int main(int argc, char** argv)
{
    std::string accesses = "| operation | `SHADER_READ` | `SHADER_WRITE` | both |\n|---|---|---|---|\n";
    std::string dispatches = "| operation | `Auto`, listed | `Auto`, others | `Never` |\n|---|---|---|---|\n";
    forEachOperation([&]<class Operation>() {
        std::vector<FormPlans> forms;
        std::map<std::string, unsigned> uses;
        std::vector<Form<Operation>> all = formsOf<Operation>();
        addImageForms(&all);
        for (const Form<Operation>& form : all) {
            forms.push_back(plansOf(form));
            for (const auto& [name, use] : forms.back().uses)
                uses[name] |= use;
        }
        for (const auto& [name, use] : uses)
            if (use == kNone)
                fail(nameOf<Operation>() + " never touches " + name);
        if (uses.size() != memoryCount<Operation>())
            fail("no form of " + nameOf<Operation>() + " lists some of its arguments");
        accesses += accessRows(nameOf<Operation>(), forms);
        dispatches += dispatchRows(nameOf<Operation>(), forms);
    });
    const std::vector<std::string> arguments(argv + 1, argv + argc);
    if (arguments.size() != 2)
        fail("needs --write <docs> or --check <docs>");
    writeOrCheck({arguments[0], arguments[1] + "/integration.md"}, "<!-- accesses: written by plan_tables -->\n",
                 "<!-- end of accesses -->\n", accesses);
    writeOrCheck({arguments[0], arguments[1] + "/strategies.md"}, "<!-- dispatches: written by plan_tables -->\n",
                 "<!-- end of dispatches -->\n", dispatches);
    return 0;
}
