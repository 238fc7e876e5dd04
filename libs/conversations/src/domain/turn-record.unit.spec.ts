import { call, factsOfEachForm } from '../../test/model-calls.js';
import { callsRecordedIn, turnRecordEvents } from './turn-record.js';

const recordOf = (left: Parameters<typeof turnRecordEvents>[1]) => {
  const [event] = turnRecordEvents('i1', left);
  if (event?.type !== 'TurnRecorded') throw new Error('Nothing is recorded.');
  return event.data;
};

it('the result of a turn is one event, with the words of its calls apart from their figures', () => {
  const record = recordOf({ calls: [call()], facts: factsOfEachForm });
  expect(record).toMatchObject({ interactionId: 'i1', words: { facts: factsOfEachForm, decisions: [] } });
  expect(callsRecordedIn(record)).toEqual([call()]);
  expect(JSON.stringify(record.calls)).not.toContain('messages');
  expect(JSON.stringify(record.calls)).not.toContain('pieces');
});

it('given no result, nothing is recorded', () => {
  expect(turnRecordEvents('i1', { calls: [], facts: [] })).toEqual([]);
});

it('given erased words, no call is known', () => {
  expect(callsRecordedIn({ ...recordOf({ calls: [call()] }), words: null })).toBeUndefined();
});

it('very long lists of a decision are left out', () => {
  const decision = {
    purpose: 'decide',
    state: 'talk',
    exitConditions: ['x'.repeat(16_000)],
    actions: ['Ask'],
    guidelines: [],
    verdict: { kind: 'action', action: 'Ask' },
    reason: 'so',
    judgedBy: 'model',
    callId: null,
  } as const;
  const { words } = recordOf({ decisions: [decision, { ...decision, exitConditions: [] }] });
  expect(words?.decisions).toEqual([
    { ...decision, exitConditions: [], actions: [], isAbridged: true },
    { ...decision, exitConditions: [], isAbridged: false },
  ]);
});
