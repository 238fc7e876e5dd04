import type { Choice } from '@svc/engine';
import { readJudgement } from './judgement-text.js';

const choices: readonly Choice[] = [
  { id: 'exit_1', kind: 'exit', text: 'The title is known' },
  { id: 'exit_10', kind: 'exit', text: 'The user leaves' },
  { id: 'action_1', kind: 'action', text: 'Ask for the title' },
];

describe('the judgement in an answer', () => {
  it.each([
    ['plain JSON', '{"choice":"exit_1","reason":"r"}', 'exit_1'],
    ['a code fence', '```json\n{"choice": "exit_10", "reason": "r"}\n```', 'exit_10'],
    [
      'a sentence around it',
      'Sure! {"choice":"action_1","reason":"a {brace} in it"} Hope that helps.',
      'action_1',
    ],
    [
      'reasoning before it',
      '<think>{"choice":"exit_10"} or not?</think>{"choice":"exit_1","reason":"r"}',
      'exit_1',
    ],
    [
      'a correction after it',
      '{"choice":"exit_1","reason":"r"} No: {"choice":"exit_10","reason":"r"}',
      'exit_10',
    ],
    ['an object that is none', '{"a": {"b": 1}} {"choice":"exit_1","reason":"r"}', 'exit_1'],
    ['a brace that is none', 'set {x, {"choice":"exit_1","reason":"r"}', 'exit_1'],
    ['other case and space', '{"choice":" EXIT_1 ","reason":"r"}', 'exit_1'],
    ['the text of the choice', '{"choice":"the title is known","reason":"r"}', 'exit_1'],
    ['id and text', '{"choice":"exit_1: The title is known","reason":"r"}', 'exit_1'],
    ['the bare id', 'exit_10', 'exit_10'],
    ['the bare id in marks', '**exit_10**.', 'exit_10'],
    ['a choice that is not offered', '{"choice":"exit_2","reason":"r"}', null],
    ['another type', '{"choice":1,"reason":"r"}', null],
    ['cut JSON', '{"choice":"exit_1","rea', null],
    ['a sentence', 'I choose exit_1 or exit_10', null],
    ['nothing', '', null],
  ])('is read from %s', (_what, answer, expected) => {
    expect(readJudgement(answer, choices)?.choice ?? null).toBe(expected);
  });

  it('has a reason even when the model gives none', () => {
    expect(readJudgement('{"choice":"exit_1"}', choices)).toEqual({
      choice: 'exit_1',
      reason: 'The model gave no reason.',
    });
  });

  it('is found in bounded time', () => {
    expect(readJudgement('{'.repeat(200_000), choices)).toBeNull();
    expect(readJudgement('{"a":1} '.repeat(50_000), choices)).toBeNull();
    expect(readJudgement('<think>'.repeat(300_000), choices)).toBeNull();
    expect(readJudgement(`x${'"'.repeat(1_000_000)}x`, choices)).toBeNull();
  });

  it.each(['exit 1', 'Exit 1.', '"exit-1"', '{"choice":"Exit 1","reason":"r"}'])(
    'is found where its id is written as %s',
    (answer) => {
      expect(readJudgement(answer, choices)?.choice).toBe('exit_1');
    },
  );

  it('is found after all reasoning, in any letter case and number', () => {
    const thought = '<think>exit_10</think> <THINKING>{"choice":"exit_10"}</Thinking>';
    expect(readJudgement(`${thought} exit_1`, choices)?.choice).toBe('exit_1');
    expect(readJudgement('<think>never closed, exit_1', choices)).toBeNull();
  });
});
