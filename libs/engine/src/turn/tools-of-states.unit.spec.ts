import { actionState, decisionState, unfilled } from '../../test/graphs.js';
import { booking, lookUp, type SteppedTurn, specOf } from '../../test/tools.js';
import { atDesk, handedOn, leftBehind, toEnd, turnIn, twoLookUps } from '../../test/tool-turns.js';
import { type TurnChanges } from '../../test/turns.js';
import type { JsonObject } from '@svc/kernel';
import type { ToolSpec } from '../graph/tool-spec.js';

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
