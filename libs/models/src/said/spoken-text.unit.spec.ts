import { assert, array, constantFrom, nat, property, string, tuple } from 'fast-check';
import { SpokenText } from './spoken-text.js';

/** What the user gets of a message in these pieces. */
function heard(pieces: readonly string[], before = '') {
  const spoken = new SpokenText(before);
  let text = '';
  for (const piece of pieces) {
    if (spoken.enough !== null) break;
    text += spoken.push(piece);
  }
  text += spoken.end();
  // Reasoning after the end depends on how much of a piece came with it.
  return { text, reasoning: spoken.enough === null ? spoken.reasoning : '', enough: spoken.enough };
}

const whole = (text: string, before = '') => heard([text], before);

function split(text: string, places: readonly number[]): readonly string[] {
  const ends = [...places.map((place) => place % (text.length + 1)), text.length].toSorted((a, b) => a - b);
  return ends.map((end, index) => text.slice(ends[index - 1] ?? 0, end));
}

const said = (message: string) => ({ text: message, reasoning: '', enough: null });

const messages: readonly (readonly [what: string, text: string, text: string])[] = [
  ['is plain', 'Which day?', 'Which day?'],
  ['begins with white space', ' \n Which day?', 'Which day?'],
  ['is an object', '{"message": "Which \\"day\\"?"}', 'Which "day"?'],
  ['is an object in a fence', '```json\n{"message": "Which day?"}\n```', 'Which day?'],
  ['is an object with more in it', '{"thought": 1, "text": "Which day?", "confidence": 0.9}', 'Which day?'],
  ['is text in a fence', '```\nWhich day?\n```', 'Which day?'],
  ['is code in a fence', '```python\nprint(1)\n```', '```python\nprint(1)\n```'],
  ['has code in it', 'Try this: ```x``` and {"a": 1}', 'Try this: ```x``` and {"a": 1}'],
  ['begins with a brace of its own', '{name}, which day?', '{name}, which day?'],
  ['begins with code and goes on', '`npm start` does it', '`npm start` does it'],
  ['is an object without a message', '{"choice": "exit_1"}', ''],
  ['is an object that was cut', '{"message": "Which da', ''],
  ['is a list of dashes', `Prices\n${'-'.repeat(80)}\nten`, `Prices\n${'-'.repeat(80)}\nten`],
  ['laughs', 'ha '.repeat(20), 'ha '.repeat(20)],
  ['has a comparison in it', 'If a < b and b <t then', 'If a < b and b <t then'],
];

describe('given what a model says', () => {
  it.each(messages)('when it %s, then only the intended text is sent', (_what, text, expected) => {
    expect(whole(text)).toEqual(said(expected));
  });

  it('when it has reasoning between tags, then that is not sent', () => {
    expect(whole('<think>They are annoying.</think>\n\nWhich day?')).toEqual({
      text: 'Which day?',
      reasoning: 'They are annoying.',
      enough: null,
    });
    expect(whole('Well. <THINKING>hm <b></THINKING>Which day?').text).toBe('Well. Which day?');
  });

  it('when its reasoning never ends, then nothing is sent', () => {
    expect(whole('<think>hm, hm')).toEqual({ text: '', reasoning: 'hm, hm', enough: null });
  });

  it('when a tag is closed that was never opened, then the tag is not sent', () => {
    expect(whole('Hello </think>there').text).toBe('Hello there');
  });

  it('when it repeats a word or a sentence for ever, then it is stopped soon', () => {
    const words = whole('again and '.repeat(500));
    expect([words.enough, words.text.length]).toEqual(['repetition', 240]);
    const sentence = 'Could you tell me on which day of the week you would like to come to the clinic? ';
    const { text, enough } = whole(sentence.repeat(100));
    expect([enough, Math.floor(text.length / sentence.length)]).toEqual(['repetition', 4]);
  });

  it('when it might still become an object but sends endless blanks, then it is stopped', () => {
    const spoken = new SpokenText();
    spoken.push('{');
    for (let piece = 0; piece < 250; piece += 1) spoken.push(' '.repeat(100));
    expect(spoken.enough).toBe('repetition');
  });

  it('when it does not end, then it is ended with a sentence before it would be cut', () => {
    const sentences = Array.from({ length: 1_000 }, (_, index) => `Sentence ${index} is here. `).join('');
    const { text, enough } = whole(sentences);
    expect(enough).toBe('length');
    expect(text).toMatch(/here\.$/);
    expect(text.length).toBeGreaterThan(7_900);
    expect(text.length).toBeLessThan(8_100);
  });

  it('when no sentence ends, then it is ended with a word', () => {
    const { text, enough } = whole(Array.from({ length: 2_000 }, (_, index) => `word${index} `).join(''));
    expect(enough).toBe('length');
    expect(text).toMatch(/word\d+$/);
    expect(text.length).toBeLessThan(9_520);
  });

  it('when it completes a message, then its first white space is sent, and nothing is unwrapped', () => {
    expect(whole(' {"a": 1}', 'This:').text).toBe(' {"a": 1}');
  });

  it('then it makes no difference where the pieces are split', () => {
    const fragment = constantFrom(
      '<think>',
      '</think>',
      '<Thinking>',
      '</thinking>',
      '<',
      '```',
      '```json\n',
      '\n```',
      '{"message": "',
      '"}',
      '{',
      ' ',
      '\n',
      'Which day? ',
      'again ',
      'again and again. '.repeat(30),
      'A sentence of some length that ends. '.repeat(60),
      'Größe 😀 日本。',
      'ab'.repeat(4_000),
    );
    const text = array(fragment, { maxLength: 12 }).map((parts) => parts.join(''));
    assert(
      property(text, array(nat(20_000), { maxLength: 20 }), (message, places) => {
        expect(heard(split(message, places))).toEqual(heard([...message]));
      }),
      { seed: 17, numRuns: 300 },
    );
    assert(
      property(tuple(string(), string()), ([one, other]) => {
        expect(heard([one, other])).toEqual(whole(one + other));
      }),
      { seed: 17 },
    );
  });

  it('then every split of the messages above gives the same', () => {
    for (const [, text] of messages) {
      for (let place = 0; place <= text.length; place += 1) {
        expect(heard([text.slice(0, place), text.slice(place)])).toEqual(whole(text));
      }
    }
  });
});
