import { ruleByAll } from './rule-by-all.js';
import {
  maxReplacement,
  type MessageUnderWay,
  type Ruling,
  type SpeechPolicy,
} from '../protocol/speech-policy.js';

/** These policies look only at the text. */
const message: MessageUnderWay = { task: {} as MessageUnderWay['task'], said: '' };
const unsaid = { text: ' Call 555. ', isWhole: true };

const says: Ruling = { type: 'say' };
const drops: Ruling = { type: 'drop' };
const ends = { endsMessage: true } as const;

function policy(name: string, ruling: Ruling, seen: string[] = []): SpeechPolicy {
  return {
    name,
    rule: ({ text }) => {
      seen.push(text);
      return ruling;
    },
  };
}

function jointly(...rulings: readonly Ruling[]) {
  const policies = rulings.map((ruling, place) => policy(`p${place}`, ruling));
  return ruleByAll(policies, unsaid, message);
}

describe('given several policies', () => {
  it.each<readonly [string, readonly Ruling[], Ruling, readonly string[]]>([
    ['none of them objects', [says, says], says, []],
    ['one drops the text', [says, drops, says], drops, ['p1']],
    ['one replaces it', [says, { type: 'replace', by: 'No.' }], { type: 'replace', by: 'No.' }, ['p1']],
    [
      'one replaces it and a later one drops that',
      [{ type: 'replace', by: 'No.' }, drops],
      drops,
      ['p0', 'p1'],
    ],
    ['one ends the message', [{ type: 'say', ...ends }, says], { type: 'say', ...ends }, ['p0']],
    [
      'one ends the message and a later one drops the text',
      [{ type: 'say', ...ends }, drops],
      { type: 'drop', ...ends },
      ['p0', 'p1'],
    ],
    [
      'one holds it and a later one drops it',
      [{ type: 'hold', otherwise: { type: 'say' } }, drops],
      { type: 'hold', otherwise: drops },
      ['p0', 'p1'],
    ],
    [
      'two hold it',
      [
        { type: 'hold', otherwise: { type: 'say', ...ends } },
        { type: 'hold', otherwise: { type: 'replace', by: 'No.' } },
      ],
      { type: 'hold', otherwise: { type: 'replace', by: 'No.', ...ends } },
      ['p0', 'p1'],
    ],
  ])('when %s, then this is the ruling', (_what, rulings, ruling, policies) => {
    expect(jointly(...rulings)).toEqual({ ruling, policies });
  });

  it('then each sees what the previous ones leave of the text', () => {
    const seen: string[] = [];
    const policies = [policy('a', { type: 'replace', by: 'Write.' }, seen), policy('b', says, seen)];
    ruleByAll(policies, unsaid, message);
    expect(seen).toEqual([' Call 555. ', ' Write. ']);
  });
});

it('a replacement is storable and bounded', () => {
  const by = `\u0000${'x'.repeat(maxReplacement)}`;
  expect(jointly({ type: 'replace', by }).ruling).toEqual({
    type: 'replace',
    by: 'x'.repeat(maxReplacement - 1),
  });
});
