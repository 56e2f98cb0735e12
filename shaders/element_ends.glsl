// What a scan of plain elements starts from, and its total.
Element initialState() { return initialValue(); }

// Called by the one invocation that knows the scan's total.
void storeTotal(Element total)
{
    if (push.totalAddress != 0ul)
        ElementAt(push.totalAddress).words = toWords(total);
}
