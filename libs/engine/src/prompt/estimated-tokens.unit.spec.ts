import fc from 'fast-check';
import { estimatedTokens, maxTokens } from './estimated-tokens.js';

describe('given any text', () => {
  it('then its estimate is within the bound for its length', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 60 }), (text) => {
        expect(estimatedTokens(text)).toBeLessThanOrEqual(maxTokens(text.length));
      }),
    );
  });

  it('then each of its code units counts by its script', () => {
    const estimates = ['a'.repeat(11), '?'.repeat(11), 'ж'.repeat(11), '本'.repeat(11), '🙂'.repeat(5)];
    expect(estimates.map(estimatedTokens)).toEqual([4, 8, 9, 14, 15]);
  });
});
