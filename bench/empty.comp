#version 460
// The least that a dispatch costs.
layout(local_size_x = 1) in;

void main() {}
