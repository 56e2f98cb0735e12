// The elements of a user's kernel, with the names of core/monoid.glsl, which includes this file. The kernel includes
// vkscan/kernel.glsl, which has declared OwnState.
#ifndef VKSCAN_CUSTOM_ELEMENT
#define VKSCAN_CUSTOM_ELEMENT

#define ELEMENT_WORDS VKSCAN_STATE_WORDS
const uint kWords = ELEMENT_WORDS;

#if ELEMENT_WORDS == 1
#define Words uint
#define WORDS_OF_PAIR(pair) (pair).x
#define shuffleUp subgroupShuffleUp
#define shuffle subgroupShuffle
Words toWords(Element element) { return wordsOfState(element)[0]; }
Element fromWords(Words words) { return stateOfWords(StateWords(words)); }
#elif ELEMENT_WORDS == 2
#define Words uvec2
#define WORDS_OF_PAIR(pair) pair
#define shuffleUp subgroupShuffleUp
#define shuffle subgroupShuffle
Words toWords(Element element)
{
    const StateWords words = wordsOfState(element);
    return uvec2(words[0], words[1]);
}
Element fromWords(Words words) { return stateOfWords(StateWords(words.x, words.y)); }
#else
#define Words StateWords
Words toWords(Element element) { return wordsOfState(element); }
Element fromWords(Words words) { return stateOfWords(words); }

Words shuffleWordsUp(Words words, uint distance)
{
    [[unroll]] for (uint i = 0; i < kWords; ++i)
        words[i] = subgroupShuffleUp(words[i], distance);
    return words;
}
#define shuffleUp shuffleWordsUp

Words shuffleWords(Words words, uint lane)
{
    [[unroll]] for (uint i = 0; i < kWords; ++i)
        words[i] = subgroupShuffle(words[i], lane);
    return words;
}
#define shuffle shuffleWords
#endif
#endif
