#version 460
// What any dispatch costs at least.
layout(local_size_x = 1) in;

void main() {}
