import { attempt } from '../../test/attempts.js';
import { unusedMessages, type TurnOutcome } from './unused-messages.js';
import type { RecordedCall } from '../protocol/recorded-call.js';

const call = (kind: RecordedCall['kind'], changes: Partial<RecordedCall> = {}): RecordedCall => ({
  id: 'i1/m',
  kind,
  callKey: '',
  requestHash: '',
  model: 'some/model',
  request: { messages: [], schema: null, settings: {} },
  attempts: [attempt([])],
  judgement: null,
  failure: null,
  ...changes,
});
const judgement = call('navigate');
const said = call('engage');
const cancelled = call('engage', { failure: 'cancelled' });
const reasons = (calls: readonly RecordedCall[], outcome: TurnOutcome) =>
  unusedMessages(calls, outcome).map(({ reason }) => reason);

describe('a message is unused', () => {
  it.each(['completed', 'cancelled', 'failed', 'unknown'] as const)(
    'when the turn left its state, with any outcome of the turn: here %s',
    (outcome) => {
      expect(reasons([judgement, cancelled, judgement], outcome)).toEqual(['moved_on']);
    },
  );

  it('when it was cancelled with its turn, or sent in a turn that was not stored', () => {
    expect(reasons([judgement, cancelled], 'cancelled')).toEqual(['turn_cancelled']);
    expect(reasons([judgement, cancelled], 'failed')).toEqual(['turn_failed']);
    expect(reasons([judgement, cancelled, judgement, said], 'failed')).toEqual(['moved_on', 'turn_failed']);
  });

  it('by the model of the last request for it', () => {
    const fallen = { ...cancelled, attempts: [attempt([]), attempt([], { model: 'other/model' })] };
    expect(unusedMessages([cancelled, fallen, judgement], 'completed').map(({ model }) => model)).toEqual([
      'some/model',
      'other/model',
    ]);
  });
});

describe('a message is not unused', () => {
  it('when it was sent, or the outcome is unknown', () => {
    expect(reasons([judgement, said], 'completed')).toEqual([]);
    expect(reasons([judgement, said], 'unknown')).toEqual([]);
  });

  it('when its model failed, or was not called', () => {
    expect(reasons([judgement, call('engage', { failure: 'timeout' })], 'failed')).toEqual([]);
    expect(reasons([judgement, { ...cancelled, attempts: [] }, judgement], 'completed')).toEqual([]);
  });

  it('when it is a judgement', () => {
    expect(reasons([call('decide', { failure: 'cancelled' }), judgement], 'cancelled')).toEqual([]);
  });
});
