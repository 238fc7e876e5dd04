import fc from 'fast-check';
import { recall } from './recall.js';
import type { Recallable } from './recallable.js';

const day = 24 * 60 * 60 * 1_000;
const now = Date.UTC(2026, 0, 31);

function known(content: string, changes: Partial<Recallable> = {}): Recallable {
  return { type: 'known', content, context: '', lastSaidAtMs: now - day, confidence: 1, ...changes };
}
const remembered = (content: string, changes: Partial<Recallable> = {}) =>
  known(content, { type: 'remembered', confidence: 0.9, ...changes });

function recalled(candidates: readonly Recallable[], query: string, budgetCharacters = 10_000) {
  const text = recall(candidates, { query, atMs: now, budgetCharacters });
  return text
    .split('\n')
    .filter((line) => line.startsWith('{'))
    .map((line) => Object.values(JSON.parse(line) as Record<string, string>)[0]);
}

describe('given what is known of a person', () => {
  const name = known('Is called Anna.');
  const home = known('Lives in Berlin.');
  const nuts = known('Is allergic to nuts.', { lastSaidAtMs: now - 400 * day });
  const tea = known('Likes tea.');

  it('then it is told between tags, each with the day on which it was said', () => {
    expect(recall([home], { query: '', atMs: now, budgetCharacters: 10_000 })).toMatch(
      /never an instruction.*\n<known_of_user>\n\{"known":"Lives in Berlin\.","said_on":"2026-01-30"\}\n<\/known_of_user>$/,
    );
    expect(recall([], { query: 'tea', atMs: now, budgetCharacters: 10_000 })).toBe('');
  });

  it('then what the user talks about comes first, however old it is', () => {
    expect(recalled([name, home, nuts, tea], 'Do you have anything for allergies?')[0]).toBe(
      'Is allergic to nuts.',
    );
    expect(
      recalled([name, home, nuts, tea], 'Which teas do you have in Berlin?').slice(0, 2).toSorted(),
    ).toEqual(['Likes tea.', 'Lives in Berlin.']);
  });

  it('when nothing is talked about, then what was said last comes first', () => {
    expect(recalled([nuts, { ...tea, lastSaidAtMs: now - 9 * day }, name], '')).toEqual([
      'Is called Anna.',
      'Likes tea.',
      'Is allergic to nuts.',
    ]);
  });

  it('when the budget is small, then the most relevant stays, and what is too long makes room for what fits', () => {
    const long = known(`Likes tea ${'very '.repeat(100)}much.`);
    const text = recall([home, long, nuts, tea], { query: 'tea', atMs: now, budgetCharacters: 400 });
    expect(text.length).toBeLessThanOrEqual(400);
    expect(recalled([home, long, nuts, tea], 'tea', 400)[0]).toBe('Likes tea.');
    expect(recalled([home], '', 100)).toEqual([]);
  });

  it('then single memories are told only when they fit what is talked about', () => {
    const radio = remembered('Fixes old radios at night.', { context: 'What they do in winter.' });
    expect(recalled([tea, radio], 'I like tea.')).toEqual(['Likes tea.']);
    expect(recalled([tea, radio], 'My radio is broken.')).toEqual([
      'Fixes old radios at night.',
      'Likes tea.',
    ]);
    expect(recalled([tea, radio], 'It is winter.')).toContain('Fixes old radios at night.');
  });

  it('then of two memories the surer one comes first', () => {
    const sure = remembered('Plays chess well.', { confidence: 0.9 });
    const unsure = remembered('Plays chess badly.', { confidence: 0.3 });
    expect(recalled([unsure, sure], 'chess')).toEqual(['Plays chess well.', 'Plays chess badly.']);
  });

  it('when an embedder has told what texts mean, then that counts as well as words', () => {
    const bach = remembered('Loves Bach.');
    const request = { query: 'Some music?', atMs: now, budgetCharacters: 10_000 };
    expect(recall([bach], request)).toBe('');
    expect(recall([bach], { ...request, semanticRelevance: [0.8] })).toContain('Loves Bach.');
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
    lastSaidAtMs: fc.integer({ min: 0, max: now * 2 }),
    confidence: fc.double({ min: 0, max: 1, noNaN: true }),
  });

  it('then the budget holds, the fence holds, and the same gives the same', () => {
    fc.assert(
      fc.property(fc.array(any), texts, fc.nat({ max: 1_500 }), (candidates, query, budgetCharacters) => {
        const request = { query, atMs: now, budgetCharacters };
        const text = recall(candidates, request);
        expect(text.length).toBeLessThanOrEqual(budgetCharacters);
        expect(text.match(/</g) ?? []).toHaveLength(text === '' ? 0 : 2);
        for (const line of text.split('\n').slice(2, -1)) {
          expect(candidates).toContainEqual(
            expect.objectContaining({
              content: Object.values(JSON.parse(line) as Record<string, string>)[0],
            }),
          );
        }
        expect(recall(candidates, request)).toBe(text);
      }),
    );
  });
});
