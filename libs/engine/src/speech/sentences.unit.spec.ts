import fc from 'fast-check';
import { maxSentence, Sentences } from './sentences.js';

/** All parts of a text that comes in these pieces, including the last one. */
function parts(pieces: readonly string[]): readonly string[] {
  const sentences = new Sentences();
  const ended: string[] = [];
  for (const piece of pieces) {
    sentences.push(piece);
    for (let next = sentences.next(); next; next = sentences.next()) ended.push(next.text);
  }
  return [...ended, sentences.last()].filter((text) => text !== '');
}

describe('given a text', () => {
  it.each<readonly [string, readonly string[]]>([
    ['with marks of all kinds', ['We are open. ', 'Are you? ', 'Come!  ', 'Or… ', 'Well']],
    ['with several marks', ['Really?! ', 'Wait... ', 'No.']],
    [
      'with quotes and brackets behind its marks',
      ['He said “come!” ', '(It was late.) ', '**Note.** ', 'Go.'],
    ],
    ['that quotes behind a mark', ['Come. ', '“Now.” ', '"Now." ', 'He did.']],
    ['without capitals behind a mark', ['"Really?" she said. ', 'It… may be. ', 'Yes']],
    ['with abbreviations', ['Dr. Lin and Mrs. Poe, e.g. on Monday, z. B. hier, U.S. law etc. Yes. ', 'No.']],
    ['with initials', ['J. R. Hartley is here. ', 'Go.']],
    [
      'with numbers',
      ['It costs 3.50 or 1,000.00 at no. 5 now. ', 'On 3. Mai, in 1999. ', 'Or see 2.5! ', 'Now'],
    ],
    ['with a list', ['Bring:\n', '1. a coat\n', '2. Two hats\n\n', '- Some bread']],
    ['with addresses', ['See www.example.org or a@b.org. ', 'Go.']],
    ['in Chinese', ['你好。', '你要什么？', '他说：「好。」', '再见！']],
    ['in Japanese', ['はい。', '「そうです。」', 'では！']],
    ['in Hindi', ['नमस्ते। ', 'आप कैसे हैं? ', 'ठीक।']],
    ['in Arabic', ['مرحبا. ', 'كيف حالك؟ ', 'شكرا']],
    ['in Greek', ['Τι θέλετε\u037e ', 'Ναι.']],
    ['in Armenian', ['Բարև։ ', 'Այո։']],
    ['in German', ['Das ist gut! ', 'Am 24. Dezember bzw. Montag. ', 'Ja.']],
    ['that is blank', [' \n ']],
  ])('%s, then its sentences are these', (_what, sentences) => {
    expect(parts([sentences.join('')])).toEqual(sentences);
    expect(parts([...sentences.join('')])).toEqual(sentences);
  });

  it('when it is not known what follows, then its sentence has not ended', () => {
    const sentences = new Sentences();
    for (const piece of ['We are open', '.', ' ']) {
      sentences.push(piece);
      expect(sentences.next()).toBeUndefined();
    }
    sentences.push('C');
    expect(sentences.next()).toEqual({ text: 'We are open. ', isWhole: true });
    expect(sentences.isEmpty).toBe(false);
    expect(sentences.last()).toBe('C');
    expect(sentences.isEmpty).toBe(true);
  });

  it('when no sentence ends, then it is split between words if possible', () => {
    const words = 'word '.repeat(150);
    const sentences = new Sentences();
    sentences.push(words);
    expect(sentences.next()).toEqual({ text: 'word '.repeat(100), isWhole: false });
    expect(sentences.next()).toBeUndefined();
    const long = `x${'😀'.repeat(maxSentence)}`;
    expect(parts([long]).map(({ length }) => length)).toEqual([499, 500, 2]);
    expect(parts([long]).every((part) => part.isWellFormed())).toBe(true);
  });

  it('when it may not wait, then all of it comes except half a surrogate pair', () => {
    const sentences = new Sentences();
    sentences.push('Well \ud83d');
    expect([sentences.rest(), sentences.isEmpty]).toEqual(['Well ', false]);
    sentences.push('\ude00');
    expect([sentences.rest(), sentences.isEmpty]).toEqual(['😀', true]);
    sentences.push('\ud83d');
    expect([sentences.rest(), sentences.last()]).toEqual(['', '\ud83d']);
  });
});

const fragment = fc.constantFrom(
  ...[
    'Hi',
    '. ',
    '.',
    '!',
    '? ',
    '…',
    ' ',
    '\n',
    '"',
    '”',
    ')',
    '*',
    '。',
    '」',
    '「',
    'ü',
    'Ü',
    '3',
    'Dr',
    'e.g',
    '😀',
  ],
  ...['\u0000', '\ud83d', '\ude00', 'x'.repeat(300), ' y'.repeat(260), '।', '١'],
);
const split = fc
  .tuple(fc.array(fragment, { maxLength: 30 }), fc.array(fc.nat(), { maxLength: 12 }))
  .map(([fragments, cuts]) => {
    const text = fragments.join('');
    const places = cuts.map((cut) => cut % (text.length + 1)).toSorted((one, other) => one - other);
    return [0, ...places].map((start, index) => text.slice(start, places[index] ?? text.length));
  });

it('the sentences of a text do not depend on its split into pieces, and joined they are the text', () => {
  fc.assert(
    fc.property(split, (pieces) => {
      const text = pieces.join('');
      const sentences = parts(pieces);
      expect(sentences).toEqual(parts([text]));
      expect(sentences.join('')).toBe(text.replaceAll('\u0000', ''));
      for (const sentence of sentences) expect(sentence.length).toBeLessThanOrEqual(maxSentence + 1);
    }),
    { numRuns: 2_000, seed: 17 },
  );
});

it('long text is split in linear time', () => {
  for (const text of ['.'.repeat(100_000), ' '.repeat(100_000), '. '.repeat(50_000), '.")'.repeat(30_000)])
    expect(parts([text]).join('')).toBe(text);
});

it('marks and white space without an end cost no more when each comes on its own', () => {
  for (const text of ['.', ' ', '\n', '.'.repeat(9) + '"'].map((part) => part.repeat(4_000 / part.length)))
    expect(parts([...text]).join('')).toBe(text);
});
