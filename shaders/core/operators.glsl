// The operators of built-in elements: identity and combine.
#ifndef VKSCAN_CORE_OPERATORS
#define VKSCAN_CORE_OPERATORS
Element identity()
{
    switch (kOperator) {
    case kOpMultiply: return one();
    case kOpMin: return highest();
    case kOpMax: return lowest();
    FURTHER_IDENTITIES
    default: return Element(0);
    }
}

// An array's element, or an initial value, as an operand: a minimum or maximum reads a NaN as the identity. With NaNs,
// a comparison by < is not associative, and an associative combine() would cost more than this.
Element asOperand(Element value)
{
    const bool compares = kOperator == kOpMin || kOperator == kOpMax;
    return compares && !isEqual(value, value) ? identity() : value;
}

Element combine(Element earlier, Element later)
{
    switch (kOperator) {
    case kOpMultiply: return multiply(earlier, later);
    case kOpMin: return isLess(later, earlier) ? later : earlier;
    case kOpMax: return isLess(earlier, later) ? later : earlier;
    FURTHER_OPERATORS
    default: return add(earlier, later);
    }
}
#endif
