import type { MessageRecord } from './client.js';
import type { HeldTurn } from './held-turn.js';
import { compareWithRecord, interactionsIn, type KeptInteraction } from './kept-interactions.js';

/** Turn `number` of a conversation, asked for and ended in order. */
function turn(number: number, options: Partial<HeldTurn> = {}): HeldTurn {
  return {
    text: `text ${number}`,
    outcome: 'complete',
    received: [
      {
        type: 'interaction-complete',
        message_id: `answer ${number}`,
        interaction_id: `interaction ${number}`,
        full_message: `Answer ${number}.`,
        conversation_completed: false,
      },
    ],
    askedAtMs: 10 * number,
    endedAtMs: 10 * number + 5,
    ...options,
  };
}

const cutOff = (number: number) => turn(number, { outcome: 'unknown', received: [] });

function kept(number: number, id = `interaction ${number}`): KeptInteraction {
  return {
    id,
    messages: [
      { id: `user ${number}`, type: 'user-message', text: `text ${number}` },
      { id: `answer ${number}`, type: 'agent-message', text: `Answer ${number}.` },
    ],
  };
}

const compare = (turns: HeldTurn[], interactions: readonly KeptInteraction[]) =>
  compareWithRecord({ id: 'c', turns }, interactions).join('\n');

describe('given a record and what is kept', () => {
  it('when they agree, then nothing is wrong', () => {
    expect(compare([turn(1), turn(2)], [kept(1), kept(2)])).toBe('');
  });

  it('when a turn was cut off, then it may be kept whole or not at all', () => {
    expect(compare([turn(1), cutOff(2), turn(3)], [kept(1), kept(3)])).toBe('');
    expect(compare([turn(1), cutOff(2), turn(3)], [kept(1), kept(2), kept(3)])).toBe('');
  });

  it('when turns ran at the same time, then either may be first', () => {
    expect(compare([turn(1, { endedAtMs: 100 }), turn(2)], [kept(2), kept(1)])).toBe('');
  });

  it.each<[string, HeldTurn[], KeptInteraction[], RegExp]>([
    ['an acknowledged turn is missing', [turn(1), turn(2)], [kept(1)], /"text 2".*is missing/],
    ['a turn is kept twice', [turn(1)], [kept(1), kept(1, 'other')], /kept twice/],
    ['a turn was never asked for', [turn(1)], [kept(1), kept(2)], /nobody asked for it/],
    ['two turns are in another order', [turn(1), turn(2)], [kept(2), kept(1)], /stands behind/],
    ['a void turn is kept', [turn(1, { outcome: 'void', received: [] })], [kept(1)], /told that it failed/],
    ['the client knows another interaction', [turn(1)], [kept(1, 'other')], /knows it as interaction 1/],
    [
      'the answer differs',
      [turn(1)],
      [{ ...kept(1), messages: kept(1).messages.map((one) => ({ ...one, id: 'x' })) }],
      /another answer/,
    ],
    [
      'a cut-off turn is kept in part',
      [cutOff(1)],
      [{ ...kept(1), messages: kept(1).messages.slice(0, 1) }],
      /1 messages of the user and 0 of the agent/,
    ],
  ])('when %s, then it says so', (_what, turns, interactions, words) => {
    expect(compare(turns, interactions)).toMatch(words);
  });

  it('when the messages of an interaction are torn apart, then they can not be read', () => {
    const message = (interaction: string) => ({ interaction_id: interaction }) as MessageRecord;
    expect(() => interactionsIn([message('a'), message('b'), message('a')])).toThrow('do not stand together');
  });
});
