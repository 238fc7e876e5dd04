import type { Choice } from '@svc/engine';
import { readJudgement } from './judgement-text.js';
import { ChoiceInAnswer } from './choice-in-answer.js';

const choices: readonly Choice[] = [
  { id: 'exit_1', kind: 'exit', text: 'The title is known' },
  { id: 'exit_10', kind: 'exit', text: 'The user leaves' },
  { id: 'action_1', kind: 'action', text: 'Ask for the title' },
];

/** The choice found in a response that comes character by character, and after how many characters. */
function found(answer: string): readonly [string, number] | null {
  const choice = new ChoiceInAnswer(choices);
  for (const [place, character] of [...answer].entries()) {
    const id = choice.push(character);
    if (id !== null) return [id, place + 1];
  }
  return null;
}

describe('given a streaming response', () => {
  it.each([
    ['the choice comes first', '{"choice":"exit_1"|,"reason":"so"}', 'exit_1'],
    ['one id is the begin of another', '{"choice": "exit_10"|, "reason": "so"}', 'exit_10'],
    ['the reason comes first', '{"reason":"so, \\"{choice}\\" it is","choice":"action_1"|}', 'action_1'],
    ['something else comes before', '{"sure":0.9,"of":{"choice":"exit_1"},"choice":"exit_10"|}', 'exit_10'],
    ['it is fenced', '```json\n{"choice":"exit_1"|}\n```', 'exit_1'],
    ['it was thought about before', '<think>{"choice":"exit_10"}</think> {"choice":"exit_1"|}', 'exit_1'],
    ['it is the text of the choice', '{"choice":"The user leaves"|}', 'exit_10'],
    ['its value is escaped', '{"choice":"exit\\u005f1"|}', 'exit_1'],
    ['the name is escaped', '{"\\u0063hoice":"exit_1"|}', 'exit_1'],
  ])(
    'when %s, then it is known at the end of its value, and is what the whole answer says',
    (_what, marked, id) => {
      const answer = marked.replace('|', '');
      expect(found(answer)).toEqual([id, marked.indexOf('|')]);
      expect(readJudgement(answer, choices)?.choice).toBe(id);
    },
  );

  it.each([
    ['is not at its end', '{"choice":"exit_1'],
    ['is cut within an escape', '{"choice":"exit\\u00'],
    ['is escaped wrongly', '{"choice":"exit\\u00zz1","reason":"so"}'],
    ['was not offered', '{"choice":"exit_2","reason":"so"}'],
    ['is no string', '{"choice":["exit_1"],"reason":"so"}'],
    ['is that of another object', '{"of":{"choice":"exit_1"}} {"choice":"exit_10"}'],
    ['stands in a sentence', 'I would say {"choice":"exit_1"}, or not.'],
    ['is only thought of', '<think>{"choice":"exit_1"}'],
    ['stands in a string', '{"reason":"{\\"choice\\":\\"exit_1\\"}'],
    ['comes far too late', `{"reason":"${'x'.repeat(4_000)}","choice":"exit_1"}`],
    ['comes behind more blanks than anyone waits for', `${' '.repeat(4_000)}{"choice":"exit_1"}`],
  ])('when the choice %s, then nothing is known', (_what, answer) => {
    expect(found(answer)).toBeNull();
  });

  it('when it comes in any other pieces, then the same is found', () => {
    const answer = '```json\n{"choice":"exit_10","reason":"so"}\n```';
    for (let size = 1; size <= answer.length; size += 1) {
      const choice = new ChoiceInAnswer(choices);
      const ids: string[] = [];
      for (let place = 0; place < answer.length; place += size) {
        const id = choice.push(answer.slice(place, place + size));
        if (id !== null) ids.push(id);
      }
      expect(ids).toEqual(['exit_10']);
    }
  });
});
