import { semanticRelevance, type TextEmbedder } from './text-embedder.js';

const never = new AbortController().signal;

/** Vectors by hand. */
const embedder = (vectors: Readonly<Record<string, readonly number[]>>): TextEmbedder => ({
  name: 'by/hand',
  embed: async (texts) => texts.map((text) => vectors[text] ?? []),
});

describe('given vectors of a query and of texts', () => {
  it('then texts are as relevant as their vectors point the same way, and never less than nothing', async () => {
    const vectors = { music: [1, 0], Bach: [2, 0], both: [1, 1], noise: [-1, 0], tea: [0, 3], none: [0, 0] };
    const relevance = await semanticRelevance(
      embedder(vectors),
      'music',
      ['Bach', 'both', 'noise', 'tea', 'none', 'unknown'],
      never,
    );
    expect(relevance.map((value) => Number(value.toFixed(3)))).toEqual([1, 0.707, 0, 0, 0, 0]);
  });
});
