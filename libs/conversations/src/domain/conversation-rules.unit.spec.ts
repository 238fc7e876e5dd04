import { DomainError } from '@svc/errors';
import { checkInput, checkNewConversation } from './conversation-rules.js';

const message = ['body', 'recorded_message'];
const events = ['body', 'external_event_message_content'];
const each = 'at most 20000 characters';
const together = 'at most 40000 characters together with the message';

/** The refused fields, each with its rule; none when all are valid. */
function rejections(check: () => void) {
  try {
    check();
    return [];
  } catch (error) {
    if (error instanceof DomainError) return error.fields;
    throw error;
  }
}
const refused = (loc: readonly (string | number)[], rule: string) => [
  { loc, msg: expect.stringContaining(rule) as string, type: expect.any(String) as string },
];

describe('the input of a turn', () => {
  it.each<[what: string, text: string, contents: readonly string[]]>([
    ['20,000 emoji', '😀'.repeat(20_000), []],
    ['20,000 quotation marks', '"'.repeat(20_000), []],
    ['33,000 quotation marks in a message and an event', '"'.repeat(20_000), ['"'.repeat(13_000)]],
    ['10,000 letters with a combining mark each', 'e\u0301'.repeat(10_000), []],
    ['40,000 emoji in a message and 20 events', '😀'.repeat(20_000), Array(20).fill('😀'.repeat(1_000))],
  ])('given %s, then it is accepted', (_what, text, contents) => {
    expect(rejections(() => checkInput(text, contents))).toEqual([]);
  });

  it.each<[what: string, text: string, contents: readonly string[], fields: unknown]>([
    ['20,001 emoji', '😀'.repeat(20_001), [], refused(message, each)],
    ['33,000 quotation marks', '"'.repeat(33_000), [], refused(message, each)],
    ['10,001 letters with a mark each', 'e\u0301'.repeat(10_001), [], refused(message, each)],
    ['an event of 20,001 emoji', '', ['x', '😀'.repeat(20_001)], refused([...events, 1], each)],
    ['21 events', '', Array(21).fill('x'), refused(events, 'at most 20 items')],
    ['40,001 emoji together', '😀'.repeat(20_000), ['😀'.repeat(20_000), '😀'], refused(events, together)],
    ['a lone surrogate', 'a\ud83d', [], refused(message, 'lone surrogates')],
    ['a lone surrogate in an event', 'a', ['\ude00'], refused([...events, 0], 'lone surrogates')],
  ])('given %s, then it is refused by field and limit', (_what, text, contents, fields) => {
    expect(rejections(() => checkInput(text, contents))).toEqual(fields);
  });
});

describe('the description of a new conversation', () => {
  const check = (initialText: string, value: string | null = null, key = 'desk') =>
    rejections(() =>
      checkNewConversation({ versionSetName: 'release', initialText, tags: [{ key, value }] }),
    );

  it('given the maximum in emoji and in letters beyond 16 bits, then it is accepted', () => {
    expect(check('😀'.repeat(20_000), '😀'.repeat(100), '𐐀'.repeat(256))).toEqual([]);
  });

  it('given one character more, then each field says its limit', () => {
    const key = '𐐀'.repeat(257);
    expect(check('😀'.repeat(20_001), '😀'.repeat(101), key)).toEqual([
      ...refused(['body', 'initial_message'], each),
      ...refused(['body', 'tags', key], '1 to 256'),
      ...refused(['body', 'tags', key], '1 to 100 characters'),
    ]);
  });
});
