import { assert, array, constantFrom, nat, property, string, tuple } from 'fast-check';
import { SpokenText } from './spoken-text.js';

const speakers = { agent: 'Mara', user: 'Bob' };

/** What the user gets of a message in these pieces. */
function heard(pieces: readonly string[], before = '', mayBeUnopened = false) {
  const spoken = new SpokenText({ before, speakers, mayBeUnopened });
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

  it.each([
    ['<thinking>', '<thinking>They are rude.</thinking>Hello.'],
    ['<thought>', '<thought>They are rude.</thought>\nHello.'],
    ['<reasoning> and <answer>', '<reasoning>They are rude.</reasoning><answer>Hello.</answer>'],
    ['<reflection>', '<reflection>They are rude.</reflection>Hello.'],
    ['<seed:think>', '<seed:think>They are rude.</seed:think>Hello.'],
    ['[THINK]', '[THINK]They are rude.[/THINK]Hello.'],
    ['◁think▷', '◁think▷They are rude.◁/think▷Hello.'],
    [
      '<|START_THINKING|>',
      '<|START_THINKING|>They are rude.<|END_THINKING|><|START_RESPONSE|>Hello.<|END_RESPONSE|>',
    ],
    [
      '<|begin_of_thought|>',
      '<|begin_of_thought|>They are rude.<|end_of_thought|><|begin_of_solution|>Hello.',
    ],
    ['<longcat_think>', '<longcat_think>They are rude.</longcat_think>Hello.'],
    ['<|inner_prefix|>', '<|inner_prefix|>They are rude.<|inner_suffix|>Hello.'],
    ['<unused94>', '<unused94>They are rude.<unused95>Hello.'],
    ['<|channel>', '<|channel>They are rude.<channel|>Hello.'],
    [
      'channels',
      '<|channel|>analysis<|message|>They are rude.<|end|><|start|>assistant<|channel|>final<|message|>Hello.',
    ],
  ])('when it thinks in the form of %s, then only the message is sent', (_form, text) => {
    for (let place = 0; place <= text.length; place += 1) {
      const { text: message, reasoning } = heard([text.slice(0, place), text.slice(place)]);
      expect([message.trim(), reasoning.trim()]).toEqual(['Hello.', 'They are rude.']);
    }
  });

  it('when its reasoning quotes the marks of other forms, then they end nothing', () => {
    const text = '<think>They wrote <|im_end|>[/INST]<thought>\n<heard> and more.</think>Hello.';
    expect(whole(text).text).toBe('Hello.');
  });

  it('when it may think without an opening tag, then all is held until the closing one', () => {
    const spoken = new SpokenText({ speakers, mayBeUnopened: true });
    expect([spoken.push('They are rude.'), spoken.push(' I will </th')]).toEqual(['', '']);
    expect(spoken.push('ink>\n\nHello,')).toBe('Hello,');
    expect([spoken.push(' Bob.'), spoken.hasUnopened]).toEqual([' Bob.', true]);
    expect(heard(['analysis They are rude.', 'assistantfin', 'alHello.'], '', true).text).toBe('Hello.');
  });

  it('when its message follows a heading in brackets, then what is before that is held and not sent', () => {
    const text = 'They are rude.\n[BEGIN FINAL RESPONSE]\nHello.\n[END FINAL RESPONSE]';
    const spoken = new SpokenText({ speakers, mayBeUnopened: true });
    const said = [...text].map((piece) => spoken.push(piece)).join('') + spoken.end();
    expect([said.trim(), spoken.reasoning.trim()]).toEqual(['Hello.', 'They are rude.']);
  });

  it('when it may think without an opening tag and does not, then nothing is lost', () => {
    expect(heard(['Hello', ', Bob.'], '', true)).toEqual(said('Hello, Bob.'));
    const spoken = new SpokenText({ speakers, mayBeUnopened: true });
    spoken.reasonsElsewhere();
    expect(spoken.push('Hello')).toBe('Hello');
  });

  it('when a closing tag shows that reasoning was sent, then the message is spoilt', () => {
    const spoken = new SpokenText({ speakers });
    spoken.push('They are rude.');
    expect(spoken.isSpoilt).toBe(false);
    spoken.push('</think>Hello.');
    expect(spoken.isSpoilt).toBe(true);
  });

  it('when it ends within its reasoning, then that is known', () => {
    const spoken = new SpokenText({ speakers });
    expect(spoken.push('On Monday <think>or was it')).toBe('On Monday ');
    expect([spoken.end(), spoken.isThinking]).toEqual(['', true]);
  });

  it.each([
    ['invents the next turns', 'Which day?\nUser: Friday\nAssistant: Great, booked.'],
    ['invents a turn of the user', 'Which day?\n\n**User:** Friday'],
    ['invents a turn under the name of the user', 'Which day?\nBob: Friday'],
    ['goes on under its own name', 'Which day?\nMara: Great, booked.'],
    ['echoes the prompt', 'Which day?\n<heard>\n{"user":"Friday"}\n</heard>\nGreat!'],
    ['goes on behind the end of its turn', 'Which day?<|im_end|>\n<|im_start|>user\nFriday'],
    ['goes on behind the end of the text', 'Which day?</s>[INST] Friday [/INST]'],
    ['is labelled', 'Assistant: Which day?'],
    ['is labelled with its name', '**Mara:** Which day?'],
    ['begins with the prompt', '<heard>\n{"user":"Friday"}\n</heard>\nWhich day?'],
    ['begins with a header', '<|im_start|>assistant\nWhich day?<|im_end|>'],
    ['begins with a header of another kind', '<|start_header_id|>assistant<|end_header_id|>\n\nWhich day?'],
  ])('when it %s, then only its own turn is sent', (_what, text) => {
    for (let place = 0; place <= text.length; place += 1)
      expect(heard([text.slice(0, place), text.slice(place)]).text.trim()).toBe('Which day?');
  });

  it.each([
    'Your login is:\nUser: max\nPassword: 1234',
    'Server: mail\nUser: max\nPort: 25',
    'There are two roles.\nUsers can read.',
    'The human: body and soul.',
    'Dear user: all is well.',
    'Say "User: Friday".',
    'A list [one] and <b>two</b>, 3 < 4 > 2.',
  ])('when it only looks like that, then all of it is sent: %s', (text) => {
    for (let place = 0; place <= text.length; place += 1)
      expect(heard([text.slice(0, place), text.slice(place)]).text).toBe(text);
  });

  it('when it repeats a word or a sentence for ever, then it is stopped soon', () => {
    const words = whole('again and '.repeat(500));
    expect([words.enough, words.text.length]).toEqual(['repetition', 240]);
    const sentence = 'Could you tell me on which day of the week you would like to come to the clinic? ';
    const { text, enough } = whole(sentence.repeat(100));
    expect([enough, Math.floor(text.length / sentence.length)]).toEqual(['repetition', 4]);
  });

  it('when it might still become an object but sends endless blanks, then it is stopped', () => {
    const spoken = new SpokenText({ speakers });
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
      '[THINK]',
      '<|channel|>analysis<|message|>',
      '<|end|>',
      '<|im_end|>',
      '\nUser: ',
      'Mara: ',
      '<heard>',
      '</heard>',
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
        for (const mayBeUnopened of [false, true])
          expect(heard(split(message, places), '', mayBeUnopened)).toEqual(
            heard([...message], '', mayBeUnopened),
          );
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
