import { attempt } from '../../test/attempts.js';
import { booking, lookUp, type SteppedTurn, specOf } from '../../test/tools.js';
import { atDesk, background, handedOn, twoLookUps } from '../../test/tool-turns.js';
import type { ToolSpec } from '../graph/tool-spec.js';
import { withNote } from '../tools/known-calls.js';

function shownNext(turn: SteppedTurn): readonly unknown[] {
  return handedOn(turn)
    .filter(({ isShown }) => isShown)
    .map(({ outcome }) => outcome?.result);
}

describe('additional_instruction', () => {
  it('stands in the judgement and where the input is worded', () => {
    const turn = atDesk(specOf(booking, { additionalInstruction: 'Ask for the day first.' }));
    turn.begin(['book'], ['{"day":"Tuesday"}']);
    for (const { messages } of turn.requests)
      expect(messages.at(-1)?.content).toContain('Ask for the day first.');
  });
});

describe('navigate_on_completion', () => {
  const spec = specOf(lookUp, { navigateOnCompletion: true });

  it('leaves the state by an exit once the call has ended', () => {
    const turn = atDesk(spec).begin(['look']).returns('Ada');
    expect(turn.outline().slice(-2)).toEqual(['model engage', 'commit turn outcome']);
    const { contents } = turn.last('commit').commit;
    expect(contents.type === 'turn' && contents.result.place.state).toBe('end');
  });

  it('leaves it in the next turn where the call has ended between two turns', () => {
    const slow = specOf(background, { navigateOnCompletion: true, execution: 'background' });
    const first = atDesk(slow).begin(['slow']).stored();
    const { call } = first.last('call-tool');
    const outcome = {
      status: 'ended',
      failure: null,
      reason: null,
      result: 'Ada',
      durationMs: 20_000,
    } as const;
    const note = { type: 'outcome', call, outcome: { ...outcome, endedAtMs: 1_020_000 } } as const;
    const noted = first.all('commit').flatMap(({ commit }) => commit.notes);
    const toolCalls = [...noted, note].reduce(withNote, first.request.toolCalls);
    const next = atDesk(slow, { interactionId: 'i2', toolCalls }).begin([]);
    expect(next.result.place.state).toBe('end');
  });

  it('does not where the call has failed', () => {
    const turn = atDesk(spec).begin(['look']);
    const { id } = turn.last('call-tool');
    turn.feed({ type: 'tool-failed', id, failure: 'generic', reason: 'closed', durationMs: 1 });
    const { contents } = turn.last('commit').commit;
    expect(contents.type === 'turn' && contents.result.place.state).toBe('desk');
  });
});

describe('result_persistence', () => {
  it('accumulate: later turns see each result', () => {
    expect(shownNext(twoLookUps(specOf(lookUp), ['one', 'two']))).toEqual(['one', 'two']);
  });

  it('override: later turns see the latest result', () => {
    expect(shownNext(twoLookUps(specOf(lookUp, { resultPersistence: 'override' }), ['one', 'two']))).toEqual([
      'two',
    ]);
  });

  it('ephemeral: no later turn sees the result', () => {
    expect(shownNext(twoLookUps(specOf(lookUp, { resultPersistence: 'ephemeral' }), ['one', 'two']))).toEqual(
      [],
    );
  });

  it('persisted: a result longer than 5,000 characters is an error', () => {
    const spec = specOf(lookUp, { resultPersistence: 'persisted' });
    const turn = twoLookUps(spec, ['x'.repeat(5_000), 'x'.repeat(5_001)]);
    expect(handedOn(turn).map(({ outcome }) => outcome?.status)).toEqual(['ended', 'failed']);
  });

  it('persisted-preferred: later turns see a result shorter than 5,000 characters; this turn sees any', () => {
    const spec = specOf(lookUp, { resultPersistence: 'persisted-preferred' });
    const long = 'y'.repeat(5_000);
    const turn = twoLookUps(spec, ['short', long]);
    expect(shownNext(turn)).toEqual(['short']);
    expect(turn.requests.at(-1)?.task.tools?.calls.map(({ result }) => result)).toEqual(['short', long]);
  });
});

describe('execution', () => {
  const spec = specOf(background, { execution: 'background' });
  const wait = (turn: SteppedTurn) => turn.feed({ type: 'timer-fired', id: turn.last('set-timer').id });

  it('blocking: the turn waits for the call as long as it takes', () => {
    const turn = atDesk(specOf(lookUp)).begin(['look']);
    expect(turn.all('set-timer')).toEqual([]);
  });

  it('background: the turn waits 15 s for the call, whose intent is stored before', () => {
    const turn = atDesk(spec).begin(['slow']);
    expect(turn.outline().slice(-1)).toEqual(['commit tools intent']);
    turn.stored();
    expect(turn.last('set-timer').afterMs).toBe(15_000);
    turn.returns('Found.');
    expect(turn.last('commit').commit.notes.map(({ type }) => type)).toEqual(['outcome']);
  });

  it('background: a slower call goes on, and the turn says that it is pending', () => {
    const turn = wait(atDesk(spec).begin(['slow']).stored());
    expect(turn.all('cancel')).toEqual([]);
    const { contents } = turn.last('commit').commit;
    expect(contents.type === 'turn' && contents.result.backgroundPending).toBe(true);
    expect(turn.requests.at(-1)?.messages.at(-1)?.content).toContain('still running');
    expect(handedOn(turn)).toMatchObject([{ name: 'slow', outcome: null, isBackground: true }]);
  });

  it('background: an outcome that comes later in the turn is stored with it', () => {
    const turn = atDesk(spec).begin(['slow', 'look']).stored();
    const { id } = turn.last('call-tool');
    turn.choices.unshift('Action of desk');
    turn.feed({ type: 'timer-fired', id: turn.last('set-timer').id });
    turn.feed({ type: 'tool-ended', id, result: 'Found.', durationMs: 16_000 });
    turn.stored();
    expect(turn.recorder.notes()).toMatchObject([{ type: 'outcome', outcome: { result: 'Found.' } }]);
  });
});

/** A turn that has gone on without a slow call, and words its message. */
function goneOn(changes: Partial<ToolSpec>, words: 'held' | 'begun') {
  const turn = atDesk(specOf(background, { execution: 'background', ...changes }))
    .begin(['slow'])
    .stored();
  turn.isWordingHeld = true;
  turn.feed({ type: 'timer-fired', id: turn.last('set-timer').id });
  const { id } = turn.last('call-model');
  if (words === 'begun') turn.feed({ type: 'model-delta', id, text: 'Well' });
  return { turn, wordings: () => turn.requests.filter(({ task }) => task.type === 'engage').length };
}

describe('delivery', () => {
  const ended = (turn: SteppedTurn) => turn.returns('Found.');

  it('interrupt: a result that comes before the first word is in the message', () => {
    const { turn, wordings } = goneOn({ delivery: 'interrupt' }, 'held');
    ended(turn);
    expect(wordings()).toBe(2);
    expect(turn.requests.at(-1)?.messages.at(-1)?.content).toContain('Found.');
  });

  it('interrupt: one that comes after the first word waits for the next turn', () => {
    const { turn, wordings } = goneOn({ delivery: 'interrupt' }, 'begun');
    ended(turn);
    expect(wordings()).toBe(1);
  });

  it('queue: a result waits for the next turn', () => {
    const { turn, wordings } = goneOn({ delivery: 'queue' }, 'held');
    ended(turn);
    expect(wordings()).toBe(1);
  });

  it.each(['interrupt', 'queue'] as const)(
    '%s: a result that the message could not know is new to the next turn',
    (delivery) => {
      const { turn } = goneOn({ delivery }, 'begun');
      ended(turn);
      const { id } = turn.last('call-model');
      turn.feed({ type: 'model-attempted', id, attempt: attempt(['Well']) });
      turn.feed({ type: 'model-ended', id });
      expect(handedOn(turn)).toMatchObject([{ isHeard: false, outcome: { result: 'Found.' } }]);
      const next = atDesk(specOf(lookUp), { interactionId: 'i2', toolCalls: handedOn(turn) }).begin([]);
      expect(next.requests[0]?.task.tools?.calls).toMatchObject([{ result: 'Found.', isNew: true }]);
      expect(handedOn(next)).toMatchObject([{ isHeard: true }]);
    },
  );
});

describe.each([
  ['failure_delivery', { delivery: 'interrupt', failureDelivery: 'queue' }, 1],
  [
    'failure_delivery: not given, failures go as results do',
    { delivery: 'interrupt', failureDelivery: null },
    2,
  ],
  [
    'failure_delivery_by_class',
    { delivery: 'queue', failureDelivery: 'queue', failureDeliveryByClass: { timeout: 'interrupt' } },
    2,
  ],
  [
    'failure_delivery_by_class: another class',
    { delivery: 'queue', failureDelivery: 'interrupt', failureDeliveryByClass: { generic: 'queue' } },
    2,
  ],
] as const)('%s', (_what, changes, wordings) => {
  it('says when a failure is heard', () => {
    const gone = goneOn(changes, 'held');
    const { id } = gone.turn.last('call-tool');
    gone.turn.feed({ type: 'tool-failed', id, failure: 'timeout', reason: 'late', durationMs: 16_000 });
    expect(gone.wordings()).toBe(wordings);
  });
});

describe('lifecycle', () => {
  const left = (lifecycle: ToolSpec['lifecycle'], tool = background) => {
    const spec = specOf(tool, { execution: 'background', lifecycle });
    const turn = atDesk(spec).begin([tool.name, 'All is done'], ['{"day":"Tuesday"}']).stored();
    return turn.feed({ type: 'timer-fired', id: turn.last('set-timer').id });
  };

  it('coupled: the call ends with its state', () => {
    const turn = left('coupled');
    expect(turn.all('cancel')).toEqual([{ type: 'cancel', id: turn.last('call-tool').id }]);
    expect(handedOn(turn)[0]?.outcome).toMatchObject({ status: 'failed', failure: 'generic' });
  });

  it('coupled: a call with effects is never cut', () => {
    const turn = left('coupled', booking);
    expect(turn.all('cancel')).toEqual([]);
    expect(handedOn(turn)[0]?.outcome).toBeNull();
  });

  it('independent: the call goes on', () => {
    expect(left('independent').all('cancel')).toEqual([]);
  });
});

describe('context_bindings', () => {
  const spec = specOf(booking, { contextBindings: ['day'] });

  it('are put into the input by code, and no model words them', () => {
    const turn = atDesk(spec, { session: { day: 'Friday' } }).begin(['book']);
    expect(turn.requests.map(({ task }) => task.type)).toEqual(['judge']);
    turn.stored();
    expect(turn.calls[0]?.input).toEqual({ day: 'Friday' });
  });

  it('name an earlier result by its tool', () => {
    const bound = specOf(booking, { contextBindings: ['look'] });
    const earlier = atDesk(specOf(lookUp)).begin(['look']).returns('Ada');
    const changes = { interactionId: 'i2', toolCalls: handedOn(earlier) };
    const turn = atDesk(bound, changes).begin(['book'], ['{"day":"Tuesday"}']).stored();
    expect(turn.calls[0]?.input).toEqual({ day: 'Tuesday', look: 'Ada' });
  });

  it('without a value, the call is not made', () => {
    const turn = atDesk(spec).begin(['book']);
    expect(turn.calls).toEqual([]);
    expect(turn.requests.at(-1)?.task.tools?.calls).toMatchObject([
      { status: 'failed', failure: 'input_rejected', reason: 'There is no value for day.' },
    ]);
  });
});
