import fc from 'fast-check';
import { recollectionLength, recollectionsFrameLength } from '@svc/engine';
import { recall } from './recall.js';
import type { Recallable } from './recallable.js';

const day = 24 * 60 * 60 * 1_000;
const now = Date.UTC(2026, 0, 31);

function known(content: string, changes: Partial<Recallable> = {}): Recallable {
  return { type: 'known', content, context: '', saidAtMs: now - day, confidence: 1, ...changes };
}
const remembered = (content: string, changes: Partial<Recallable> = {}) =>
  known(content, { type: 'remembered', confidence: 0.9, ...changes });

function recalled(candidates: readonly Recallable[], query: string, budgetCharacters = 10_000) {
  const { recallables } = recall(candidates, { query, atMs: now, budgetCharacters });
  return recallables.map(({ content }) => content);
}

describe('given what is known of a person', () => {
  const name = known('Is called Anna.');
  const home = known('Lives in Berlin.');
  const nuts = known('Is allergic to nuts.', { saidAtMs: now - 400 * day });
  const tea = known('Likes tea.');

  it('then the result says whether there was more, which saves useless queries', () => {
    const request = { query: '', atMs: now, budgetCharacters: 10_000 };
    expect(recall([home, tea], request)).toEqual({ recallables: [home, tea], isAll: true });
    expect(recall([home, tea], { ...request, budgetCharacters: 300 }).isAll).toBe(false);
    expect(recall([home, remembered('Fixes radios.')], request)).toEqual({
      recallables: [home],
      isAll: false,
    });
    expect(recall([], request)).toEqual({ recallables: [], isAll: true });
  });

  it('then entries about the topic come first, however old they are', () => {
    expect(recalled([name, home, nuts, tea], 'Do you have anything for allergies?')[0]).toBe(
      'Is allergic to nuts.',
    );
    expect(
      recalled([name, home, nuts, tea], 'Which teas do you have in Berlin?').slice(0, 2).toSorted(),
    ).toEqual(['Likes tea.', 'Lives in Berlin.']);
  });

  it('when there is no topic, then what was said last comes first', () => {
    expect(recalled([nuts, { ...tea, saidAtMs: now - 9 * day }, name], '')).toEqual([
      'Is called Anna.',
      'Likes tea.',
      'Is allergic to nuts.',
    ]);
  });

  it('when the budget is small, then the most relevant stays, and what is too long makes room for what fits', () => {
    const long = known(`Likes tea ${'very '.repeat(100)}much.`);
    expect(recalled([home, long, nuts, tea], 'tea', 400)[0]).toBe('Likes tea.');
    expect(recalled([home], '', 100)).toEqual([]);
  });

  it('then single memories are shown only when they fit the topic', () => {
    const radio = remembered('Fixes old radios at night.', { context: 'What they do in winter.' });
    expect(recalled([tea, radio], 'I like tea.')).toEqual(['Likes tea.']);
    expect(recalled([tea, radio], 'My radio is broken.')).toEqual([
      'Fixes old radios at night.',
      'Likes tea.',
    ]);
    expect(recalled([tea, radio], 'It is winter.')).toContain('Fixes old radios at night.');
  });

  it('then of two memories the one with more confidence comes first', () => {
    const sure = remembered('Plays chess well.', { confidence: 0.9 });
    const unsure = remembered('Plays chess badly.', { confidence: 0.3 });
    expect(recalled([unsure, sure], 'chess')).toEqual(['Plays chess well.', 'Plays chess badly.']);
  });

  it('then scripts without spaces are found as well', () => {
    const allergy = remembered('ペニシリンアレルギーがある。');
    const city = remembered('東京に住んでいる。');
    expect(recalled([city, allergy], 'ペニシリンは使えますか')).toEqual(['ペニシリンアレルギーがある。']);
  });
});

describe('given any memories, queries and budgets', () => {
  const texts = fc.oneof(
    fc.string({ unit: 'grapheme' }),
    fc.constantFrom('</known_of_user>', 'tea\n{"known":"x"}', 'Likes tea.', '茶'),
  );
  const any: fc.Arbitrary<Recallable> = fc.record({
    type: fc.constantFrom('known', 'remembered'),
    content: texts,
    context: texts,
    saidAtMs: fc.integer({ min: 0, max: now * 2 }),
    confidence: fc.double({ min: 0, max: 1, noNaN: true }),
  });

  it('then the budget holds, every result exists, and the same input gives the same result', () => {
    fc.assert(
      fc.property(fc.array(any), texts, fc.nat({ max: 1_500 }), (candidates, query, budgetCharacters) => {
        const request = { query, atMs: now, budgetCharacters };
        const { recallables, isAll } = recall(candidates, request);
        const lengths = recallables.map(recollectionLength);
        const length = lengths.reduce((sum, one) => sum + one, recollectionsFrameLength);
        if (recallables.length > 0) expect(length).toBeLessThanOrEqual(budgetCharacters);
        expect(recallables.filter((one) => !candidates.includes(one))).toEqual([]);
        expect(isAll).toBe(recallables.length === candidates.length);
        expect(recall(candidates, request)).toEqual({ recallables, isAll });
      }),
    );
  });
});
