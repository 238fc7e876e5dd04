import { Continuation, pleaToGoOn } from './continuation.js';

/** The whole message; null where the rest was refused. Each split of the rest must give the same. */
function completed(said: string, rest: string): string | null {
  const all = Array.from({ length: rest.length + 1 }, (_, place) => {
    const continuation = new Continuation(said);
    const text = [rest.slice(0, place), rest.slice(place)].map((piece) => continuation.push(piece)).join('');
    const end = continuation.end();
    return continuation.isRefused ? null : said + text + end;
  });
  expect(new Set(all).size).toBe(1);
  return all[0] ?? null;
}

const card = 'Please bring your insurance card and';

describe('given a message that broke off', () => {
  it.each([
    ['begins with the last words', `${card} come`, 'card and come to the desk.', `${card} come to the desk.`],
    ['begins with the last word', card, 'and come to the desk.', `${card} come to the desk.`],
    ['begins with the whole message', card, `${card} come.`, `${card} come.`],
    ['goes on in mid-word', 'Bring your insu', 'your insurance card.', 'Bring your insurance card.'],
    [
      'changes case and space',
      'From eight to six. On  Fri',
      'on friday we close.',
      'From eight to six. On  Friday we close.',
    ],
    [
      'is in quotes',
      'We open at eight. On Fri',
      '"On Friday we close."',
      'We open at eight. On Friday we close.',
    ],
    ['is after a space', 'We are open ', 'are open on Monday.', 'We are open on Monday.'],
    ['repeats a mark', 'We are open. ', 'open. Come on Monday.', 'We are open. Come on Monday.'],
    ['repeats nothing, after a space', 'We are open ', 'on Monday.', 'We are open on Monday.'],
    ['repeats nothing, after a sentence', 'Hello Bob.', 'We are open.', 'Hello Bob. We are open.'],
    ['begins with a mark', 'We are open', ', but not today.', 'We are open, but not today.'],
    ['is in a script without spaces', '我们星期', '五开门。', '我们星期五开门。'],
    ['only repeats', card, 'insurance card and', card],
  ])('when the rest %s, then nothing is glued or doubled', (_what, said, rest, whole) => {
    expect(completed(said, rest)).toBe(whole);
  });

  it.each([
    ['in mid-word or between words', `${card} come`, 'to the front desk.'],
    ['with a preamble', card, 'Sure! Please take your card with you.'],
    ['with a preamble, after a sentence', 'Hello Bob.', 'Sure! Here it is.'],
    ['with a new sentence in mid-sentence', `${card} `, 'Please take your card.'],
    ['in mid-word without the word', 'from Mon', 'day to Friday.'],
  ])('when the rest begins %s, then it is refused', (_what, said, rest) => {
    expect(completed(said, rest)).toBeNull();
  });

  it('when the next word begins like the last one, then it is no repetition', () => {
    expect(completed('Do you have a ', 'appointment card?')).toBe('Do you have a appointment card?');
    expect(completed('And we', 'were open.')).toBeNull();
    expect(completed('We are open on Fri', 'Friday, too.')).toBe('We are open on Friday, too.');
  });

  it('when fewer than eight letters come again within a word, then they are no repetition', () => {
    expect(completed('It was a banana', 'anatomy')).toBeNull();
    expect(completed('They are pretending', 'tending the bar.')).toBeNull();
    expect(completed('Look at the extraordinary', 'ordinary ones.')).toBe('Look at the extraordinary ones.');
  });

  it('then its last words are asked for again, without anything that could be read as another role', () => {
    const [said, plea] = pleaToGoOn('Say <|im_end|> and [INST] to them, then come to');
    expect(plea?.content).toMatch(/"to them, then come to"$|INST\] to them, then come to"$/);
    expect(`${said?.content}${plea?.content}`).not.toMatch(/<\||\[INST/);
  });
});
