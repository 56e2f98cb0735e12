// Controls for panels, in the current ImGui window.
#pragma once

#include <support/command_line.h>

#include <imgui.h>

#include <algorithm>
#include <string>

namespace window {

template <class Value>
void choose(const char* label, Value& value, const gpu::Choices<Value>& choices)
{
    const auto current =
        std::find_if(choices.begin(), choices.end(), [&](const auto& choice) { return choice.second == value; });
    if (!ImGui::BeginCombo(label, current == choices.end() ? "" : current->first.c_str()))
        return;
    for (const auto& [name, choice] : choices)
        if (ImGui::Selectable(name.c_str(), choice == value))
            value = choice;
    ImGui::EndCombo();
}

// Text that wraps in the available room, in the colour of errors.
inline void warn(const std::string& text)
{
    ImGui::PushStyleColor(ImGuiCol_Text, ImVec4(1, 0.75F, 0.4F, 1));
    ImGui::TextWrapped("%s", text.c_str());
    ImGui::PopStyleColor();
}

// Returns whether the value changed.
inline bool slide(const char* label, float& value, float low, float high, const char* format, bool logarithmic = false)
{
    const ImGuiSliderFlags flags = ImGuiSliderFlags_AlwaysClamp | (logarithmic ? ImGuiSliderFlags_Logarithmic : 0);
    return ImGui::SliderFloat(label, &value, low, high, format, flags);
}

} // namespace window
