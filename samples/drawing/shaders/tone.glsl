// From light to a screen's colours. K. Narkowicz's fit of the ACES film curve, 2015.
vec3 toneMapped(vec3 colour)
{
    return clamp(colour * (2.51 * colour + 0.03) / (colour * (2.43 * colour + 0.59) + 0.14), 0.0, 1.0);
}

vec3 sRgbEncoded(vec3 colour)
{
    return mix(12.92 * colour, 1.055 * pow(colour, vec3(1.0 / 2.4)) - 0.055, greaterThan(colour, vec3(0.0031308)));
}
