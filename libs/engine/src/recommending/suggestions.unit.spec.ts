import { suggestionsOf } from './suggestions.js';

describe('suggestions in the text of a model', () => {
  it('are its lines, without what models put around them', () => {
    const text = '1. Yes, please.\r\n\n- "No, thank you."\n  2) „Später“ \n* Why 3 days?\n';
    expect(suggestionsOf(text, 9)).toEqual(['Yes, please.', 'No, thank you.', 'Später', 'Why 3 days?']);
  });

  it('given numbers and quotation marks that belong to what is said, then they stay', () => {
    expect(suggestionsOf('3 pills a day\nI don\'t know\nIs that a "no"?', 9)).toEqual([
      ...['3 pills a day', "I don't know", 'Is that a "no"?'],
    ]);
  });

  it('given the same twice, too many, or one that is too long, then those are left out', () => {
    expect(suggestionsOf(`a\n${'x'.repeat(501)}\na\nb\nc`, 2)).toEqual(['a', 'b']);
    expect(suggestionsOf(' \n- \n', 3)).toEqual([]);
  });
});
