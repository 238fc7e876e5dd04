import { attempt } from '../../test/attempts.js';
import { actionState, decisionState, graphOf, unfilled } from '../../test/graphs.js';
import { booking, lookUp, SteppedTurn, specOf } from '../../test/tools.js';
import { turnInput, userSays, type TurnChanges } from '../../test/turns.js';
import type { JsonObject } from '@svc/kernel';
import type { GraphState } from '../graph/context-graph.js';
import type { KnownToolCall } from '../input/tool-call.js';
import type { ToolSpec } from '../graph/tool-spec.js';
import { heardCalls, withNote } from '../tools/known-calls.js';

const background = { ...lookUp, toolId: 'slow', name: 'slow' };
const tools = [booking, lookUp, background];
const toEnd = { description: 'All is done', nextState: 'end' };

/** A turn in the first of these states. */
function turnIn(states: readonly GraphState[], changes: TurnChanges = {}): SteppedTurn {
  const graph = graphOf([...states, actionState('end')]);
  const input = userSays('On Tuesday');
  return new SteppedTurn(
    turnInput(graph, { currentState: states[0]?.name ?? null, input, tools, ...changes }),
  );
}

function atDesk(spec: ToolSpec, changes: TurnChanges = {}): SteppedTurn {
  return turnIn([actionState('desk', { exitConditions: [toEnd], actionTools: [spec] })], changes);
}

/** The calls that a void turn hands on. */
function leftBehind(turn: SteppedTurn): readonly KnownToolCall[] {
  const commits = turn.all('commit').flatMap(({ commit }) => commit.notes);
  return commits.reduce(withNote, turn.request.toolCalls);
}

/** The calls that a completed turn hands on. */
function handedOn(turn: SteppedTurn): readonly KnownToolCall[] {
  return heardCalls(leftBehind(turn), turn.result.unheardCalls);
}

function shownNext(turn: SteppedTurn): readonly unknown[] {
  return handedOn(turn)
    .filter(({ isShown }) => isShown)
    .map(({ outcome }) => outcome?.result);
}

/** Two turns in a row, each with one look-up. */
function twoLookUps(spec: ToolSpec, results: readonly [string, string]): SteppedTurn {
  const first = atDesk(spec).begin(['look']).returns(results[0]);
  return atDesk(spec, { interactionId: 'i2', toolCalls: handedOn(first) })
    .begin(['look'])
    .returns(results[1]);
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

describe('preload', () => {
  const entering = (params: JsonObject, changes: TurnChanges = {}) =>
    turnIn(
      [
        actionState('door', { exitConditions: [{ description: 'They enter', nextState: 'desk' }] }),
        actionState('desk', {
          exitConditions: [toEnd],
          preloads: [
            { toolId: 'look', params },
            { toolId: 'slow', params: {} },
            { toolId: 'gone', params: {} },
          ],
        }),
      ],
      changes,
    );

  it('calls all on entry, side by side, before any model is asked there', () => {
    const turn = entering({}).begin(['They enter']);
    expect(turn.outline()).toEqual(['model judge', 'tool look', 'tool slow']);
    const [one, other] = turn.all('call-tool');
    turn.feed({ type: 'tool-failed', id: other!.id, failure: 'timeout', reason: 'late', durationMs: 1 });
    turn.feed({ type: 'tool-ended', id: one!.id, result: 'Ada', durationMs: 1 });
    expect(turn.outline()[3]).toBe('model judge');
    expect(turn.requests[1]?.task.tools?.calls).toMatchObject([
      { tool: 'gone', status: 'failed' },
      { tool: 'slow', status: 'failed', failure: 'timeout' },
      { tool: 'look', status: 'ended', result: 'Ada' },
    ]);
  });

  it('puts values of the session into its params', () => {
    const turn = entering({ patient: 'mrn {caller_mrn}' }, { session: { caller_mrn: '42' } });
    turn.begin(['They enter']);
    expect(turn.calls[0]?.input).toEqual({ patient: 'mrn 42' });
  });

  it('makes no call without the value of a template', () => {
    const turn = entering({ patient: '{entity_id}' }).begin(['They enter']);
    expect(turn.calls.map(({ name }) => name)).toEqual(['slow']);
  });

  it('when the turn was void after a call with effects, then it is not made again, and the models know its outcome', () => {
    const desk = actionState('desk', {
      exitConditions: [toEnd],
      preloads: [{ toolId: 'book', params: { day: 'Tuesday' } }],
    });
    const entering = (changes: TurnChanges = {}) =>
      turnIn(
        [actionState('door', { exitConditions: [{ description: 'They enter', nextState: 'desk' }] }), desk],
        changes,
      );
    const first = entering().begin(['They enter']).stored().returns('Booked.');
    const again = entering({ interactionId: 'i2', toolCalls: leftBehind(first) }).begin(['They enter']);
    expect(again.calls).toEqual([]);
    expect(again.requests.at(-1)?.task.tools?.calls).toMatchObject([{ result: 'Booked.', isNew: true }]);
    // Once the user was told of it, the next entry is another matter.
    const later = entering({ interactionId: 'i3', toolCalls: handedOn(again) }).begin(['They enter']);
    later.stored();
    expect(later.calls).toHaveLength(1);
  });

  it('is made by no turn that stays', () => {
    const turn = entering({}, { currentState: 'desk' }).begin([]);
    expect(turn.calls).toEqual([]);
  });
});

describe('a decision state with tools', () => {
  it('calls them before it chooses its exit', () => {
    const turn = turnIn([
      actionState('desk', { exitConditions: [{ description: 'They ask', nextState: 'fork' }] }),
      decisionState('fork', [toEnd], { tools: [specOf(lookUp)] }),
    ]);
    turn.begin(['They ask', 'look', 'All is done']).returns('Ada');
    expect(turn.outline().slice(0, 5)).toEqual([
      'model judge',
      'model judge',
      'tool look',
      'model judge',
      'model engage',
    ]);
  });
});

describe('a tool-call state', () => {
  const through = (spec: ToolSpec, changes: TurnChanges = {}) =>
    turnIn(
      [
        actionState('desk', { exitConditions: [{ description: 'They ask', nextState: 'call' }] }),
        {
          type: 'tool-call',
          name: 'call',
          objective: 'Book it',
          context: 'The visit is for the user.',
          guidances: ['Take the day'],
          validations: ['Never on Sunday'],
          designatedTool: spec,
          tools: [],
          ...unfilled,
          nextState: 'end',
        },
      ],
      changes,
    );

  it('words the input of its tool, calls it and passes on', () => {
    const turn = through(specOf(booking)).begin(['They ask'], ['{"day":"Tuesday"}']);
    const words = turn.requests.at(-1)?.messages.at(-1)?.content;
    for (const text of ['Book it', 'The visit is for the user.', 'Take the day', 'Never on Sunday'])
      expect(words).toContain(text);
    turn.stored().returns('Booked.').stored();
    const { contents } = turn.last('commit').commit;
    expect(contents.type === 'turn' && contents.result.transitions.map(({ type }) => type)).toEqual([
      'action',
      'tool-call',
    ]);
  });

  it('tells of each step', () => {
    const turn = through(specOf(booking))
      .begin(['They ask'], ['{"day":"Tuesday"}'])
      .stored()
      .returns('Booked.');
    turn.stored();
    const named = { tool_id: 'book', tool_version: '1.0.0' };
    const told = turn
      .all('tell')
      .flatMap(({ signal }) =>
        signal.type === 'current-agent-action' && 'tool_id' in signal.action ? [signal.action] : [],
      );
    expect(told).toEqual([
      { type: 'designated-tool-retrieved', ...named },
      { type: 'designated-tool-call-params-generated', ...named, tool_call_params: { day: 'Tuesday' } },
      { type: 'tool-call-started', ...named, tool_round_index: 0, input_params: { day: 'Tuesday' } },
      {
        type: 'tool-call-ended',
        ...named,
        tool_round_index: 0,
        input_parameters: { day: 'Tuesday' },
        result: 'Booked.',
        duration: 0.02,
      },
      {
        type: 'navigate-state-machine-tool-call-state-tool-output-available',
        ...named,
        tool_output: 'Booked.',
        duration: 0.02,
        input_arguments: { day: 'Tuesday' },
      },
    ]);
  });

  it.each([
    [
      'has ended',
      (turn: SteppedTurn): void => void turn.returns('Booked.'),
      { status: 'ended', result: 'Booked.' },
    ],
    ['goes on', (): void => undefined, { status: 'running' }],
    [
      'has an unknown outcome',
      (turn: SteppedTurn): void =>
        void turn.feed({
          type: 'tool-unknown',
          id: turn.last('call-tool').id,
          reason: 'no answer',
          durationMs: 9,
        }),
      { status: 'unknown' },
    ],
  ] as const)(
    'when the turn was void after a call with effects that %s, then passes on without another one',
    (_what, end, shown) => {
      const first = through(specOf(booking)).begin(['They ask'], ['{"day":"Tuesday"}']).stored();
      end(first);
      const changes = { interactionId: 'i2', toolCalls: leftBehind(first) };
      const again = through(specOf(booking), changes).begin(['They ask'], ['{"day":"Tuesday"}']);
      expect(again.calls).toEqual([]);
      expect(again.result.place.state).toBe('end');
      expect(again.requests.at(-1)?.task.tools?.calls).toMatchObject([shown]);
    },
  );

  it('when the turn was void after a call that failed, then makes another one', () => {
    const first = through(specOf(booking)).begin(['They ask'], ['{"day":"Tuesday"}']).stored();
    const { id } = first.last('call-tool');
    first.feed({ type: 'tool-failed', id, failure: 'timeout', reason: 'late', durationMs: 9 });
    const changes = { interactionId: 'i2', toolCalls: leftBehind(first) };
    const again = through(specOf(booking), changes).begin(['They ask'], ['{"day":"Tuesday"}']).stored();
    expect(again.calls).toHaveLength(1);
  });

  it('passes on also where its tool is gone', () => {
    const turn = through(specOf({ ...booking, toolId: 'gone' })).begin(['They ask']);
    expect(turn.outline().at(-1)).toBe('commit turn outcome');
  });
});

describe('the status tool', () => {
  it('is offered where a call has not ended well, and tells of each call', () => {
    const failed = atDesk(specOf(lookUp)).begin(['look']);
    const { id } = failed.last('call-tool');
    failed.feed({ type: 'tool-failed', id, failure: 'timeout', reason: 'late', durationMs: 1 });
    const turn = atDesk(specOf(lookUp), { interactionId: 'i2', toolCalls: handedOn(failed) });
    turn.atMs += 30_000;
    turn.begin(['tool_status']);
    expect(turn.requests.at(-1)?.task.tools?.calls.at(-1)?.result).toEqual([
      { tool: 'look', state: 'failed', failure: 'timeout', begun_seconds_ago: 30 },
    ]);
  });

  it('is offered under its name alone: no other tool may have it', () => {
    const impostor = { ...lookUp, toolId: 'impostor', name: 'tool_status' };
    const turn = atDesk(specOf(impostor), { tools: [impostor] }).begin([]);
    expect(turn.requests[0]?.task.tools?.offers ?? []).toEqual([]);
  });

  it('is not offered where all calls have ended', () => {
    const turn = twoLookUps(specOf(lookUp), ['one', 'two']);
    expect(turn.requests[0]?.task.tools?.offers.map(({ name }) => name)).toEqual(['look']);
  });
});
