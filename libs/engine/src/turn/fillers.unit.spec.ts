import { actionState, decisionState, graphOf, reflectionState } from '../../test/graphs.js';
import { attempt } from '../../test/attempts.js';
import { booking, lookUp, SteppedTurn, specOf } from '../../test/tools.js';
import { testHash, turnInput, userSays, type TurnChanges } from '../../test/turns.js';
import type { GraphState } from '../graph/context-graph.js';
import { TurnMachine } from './turn-machine.js';
import { TurnRecorder } from '../recording/turn-recorder.js';
import { turnBegan } from '../protocol/turn-fact.js';
import { usualDelayMs } from '../speech/filler-plan.js';

const fillers = { audioFillers: ['Hm', 'Well'], audioFillerAfterMs: 400 };
const tools = [lookUp, booking];

function turnIn(states: readonly GraphState[], changes: TurnChanges = {}): SteppedTurn {
  const graph = graphOf([...states, actionState('end')]);
  const request = { currentState: states[0]?.name ?? null, input: userSays('On Tuesday'), tools, ...changes };
  return new SteppedTurn(turnInput(graph, request));
}

/** A turn whose tool is running. */
function during(changes: TurnChanges = {}, fields: Parameters<typeof actionState>[1] = {}): SteppedTurn {
  return turnIn([actionState('desk', { actionTools: [specOf(lookUp, fillers)], ...fields })], changes).begin([
    'look',
  ]);
}

describe('filler_hint of an action', () => {
  const actions = [{ description: 'Look', fillerHint: 'Say that you look' }];

  it('is said, in words of a model, while the message of that action takes long', () => {
    const turn = turnIn([actionState('desk', { actions })]);
    turn.isWordingHeld = true;
    turn.phrases.push('I am looking.');
    expect(turn.begin([]).passes(usualDelayMs - 1).fillers).toEqual([]);
    expect(turn.passes(1).fillers).toEqual(['I am looking.']);
    expect(turn.task('filler').hints).toEqual(['Say that you look']);
  });

  it('is that of the chosen action alone', () => {
    const turn = turnIn([actionState('desk', { actions: [...actions, 'Wait'] })]);
    turn.isWordingHeld = true;
    expect(turn.begin(['Wait']).passes(60_000).fillers).toEqual([]);
  });
});

describe('filler_hint of an exit', () => {
  const exit = { description: 'They ask', nextState: 'shelf', fillerHint: 'Say that you walk there' };

  it('is said until the first word, once the exit is taken', () => {
    const turn = turnIn([actionState('desk', { exitConditions: [exit] }), actionState('shelf')]);
    turn.isWordingHeld = true;
    expect(turn.begin(['They ask']).passes(usualDelayMs).fillers).toEqual(['One moment.']);
    expect(turn.task('filler').hints).toEqual(['Say that you walk there']);
    const stays = turnIn([actionState('desk', { exitConditions: [exit] }), actionState('shelf')]);
    stays.isWordingHeld = true;
    expect(stays.begin([]).passes(60_000).fillers).toEqual([]);
  });

  it('is that of a decision as well', () => {
    const fork = decisionState('fork', [exit, { description: 'Not', nextState: 'end' }]);
    const desk = actionState('desk', { exitConditions: [{ description: 'Go', nextState: 'fork' }] });
    const turn = turnIn([desk, fork, actionState('shelf')]);
    turn.isWordingHeld = true;
    expect(turn.begin(['Go', 'They ask']).passes(usualDelayMs).fillers).toEqual(['One moment.']);
  });
});

describe("Classic's fillers", () => {
  const desk = (nextState: string) =>
    actionState('desk', { exitConditions: [{ description: 'Go', nextState }] });

  it('are told as actions that take too long, with what was begun', () => {
    const turn = during().passes(400);
    expect(turn.actions.at(-1)).toEqual({
      type: 'action-too-long',
      filler: 'Hm',
      previously_started_event: {
        ...{ type: 'tool-call-started', tool_round_index: 0, tool_id: 'look', tool_version: '' },
        input_params: {},
      },
    });
  });

  it('of a decision are said while its exit is chosen', () => {
    const exits = [
      { description: 'One', nextState: 'end' },
      { description: 'Two', nextState: 'desk' },
    ];
    const held = turnIn([desk('fork'), decisionState('fork', exits, fillers)]);
    held.choices.push('Go');
    held.holdChoicesAfter = 1;
    held.begin([]).passes(400);
    expect(held.fillers).toEqual(['Hm']);
    expect(held.actions.at(-1)).toMatchObject({
      previously_started_event: { type: 'navigate-state-machine-decision-state-decision-started' },
    });
  });

  it('of a reflection are said while it thinks', () => {
    const turn = turnIn([desk('think'), reflectionState('think', 'end', fillers)]);
    turn.areThoughtsHeld = true;
    expect(turn.begin(['Go']).passes(400).fillers).toEqual(['Hm']);
  });

  it('of a tool-call state are said while the input is worded, then those of its tool while that runs', () => {
    const designatedTool = specOf(booking, { audioFillers: ['Booking'], audioFillerAfterMs: 100 });
    const turn = turnIn([
      desk('call'),
      {
        ...{ type: 'tool-call', name: 'call', objective: 'Book', context: '', guidances: [] },
        ...{ validations: [], designatedTool, tools: [], nextState: 'end', ...fillers },
      },
    ]);
    turn.areInputsHeld = true;
    turn.begin(['Go']).passes(400);
    expect(turn.fillers).toEqual(['Hm']);
    turn.answers(turn.last('call-model').id, '{"day":"Tuesday"}').stored().passes(100);
    expect(turn.fillers).toEqual(['Hm', 'Booking']);
  });
});

describe('fillers', () => {
  it('are silent once the first word is out', () => {
    const actions = [{ description: 'Look', fillerHint: 'Say that you look' }];
    const turn = turnIn([actionState('desk', { actions })]);
    turn.isWordingHeld = true;
    turn.begin([]);
    turn.feed({ type: 'model-delta', id: 'i1/m.engage.desk.1', text: 'So' }).passes(60_000);
    expect(turn.fillers).toEqual([]);
    expect(turn.requests.map(({ task }) => task.type)).not.toContain('filler');
  });

  it('are logged with their time, and stand in no message', () => {
    const turn = during().passes(400).returns('Nobody');
    expect(turn.result).toMatchObject({
      message: 'Well.',
      fillers: [{ text: 'Hm', saidAtMs: 1_000_400 }],
    });
    expect(turn.task('engage').transcript).toEqual([]);
    expect(JSON.stringify(turn.requests.at(-1)?.messages)).not.toContain('Hm');
    expect(during().returns('Nobody').result).not.toHaveProperty('fillers');
  });

  it('leave no timer behind', () => {
    const turn = during().passes(400).returns('Nobody').stored();
    const open = turn.all('set-timer').filter(({ id }) => !turn.all('cancel').some((one) => one.id === id));
    expect(open.map(({ id }) => id)).toEqual(['i1/t.filler.1']);
    expect(turn.outline().at(-1)).toBe('end completed');
  });

  it('are not said where the user wants none, live and in a replay', () => {
    const { request } = during();
    const recorder = new TurnRecorder(testHash);
    const machine = new TurnMachine(request, { name: 'test', settings: {} }, recorder);
    machine.feed({ ...turnBegan(request, false, true), atMs: 0 });
    expect(recorder.facts()).toEqual([{ type: 'turn-began', afterMs: 0, suppressesFillers: true }]);
    const turn = turnIn([actionState('desk', { actionTools: [specOf(lookUp, fillers)] })]);
    turn.choices.push('look');
    expect(turn.feed(turnBegan(turn.request, false, true)).passes(60_000).fillers).toEqual([]);
  });

  it('pass the policies: what those hold or drop is not said', () => {
    for (const [ruling, expected] of [
      [{ type: 'say' }, ['Hm']],
      [{ type: 'drop' }, []],
      [{ type: 'hold', otherwise: { type: 'say' } }, []],
      [{ type: 'replace', by: 'Ah' }, ['Ah']],
    ] as const) {
      const turn = turnIn([actionState('desk', { actionTools: [specOf(lookUp, fillers)] })]);
      turn.choices.push('look');
      turn.feed(turnBegan(turn.request, true)).passes(400);
      expect(turn.last('rule').unsaid).toEqual({ text: 'Hm', isWhole: true });
      turn.feed({ type: 'ruled', id: turn.last('rule').id, ruling, policies: [] });
      expect(turn.fillers).toEqual(expected);
    }
  });

  it('pass the hard guardrails of the state: what breaks one is not said, and recorded', () => {
    const guardrails = [{ name: 'calm', description: 'Never hums', enforcement: 'hard' as const }];
    const turn = during({}, { guardrails });
    turn.checks.push('{"broken":[{"sentence":1,"rule":"rule_1"}]}');
    turn.passes(400).returns('Nobody');
    expect(turn.fillers).toEqual([]);
    expect(turn.result.breaches).toMatchObject([{ guardrail: 'calm', cause: 'judged' }]);
    expect(during({}, { guardrails }).passes(400).fillers).toEqual(['Hm']);
  });

  it('pass the guardrails of the state that the turn has gone on to while they were checked', () => {
    const hard = (name: string) => [{ name, description: `Is ${name}`, enforcement: 'hard' as const }];
    const go = { description: 'Go', nextState: 'shelf', fillerHint: 'Say that you walk there' };
    const on = { description: 'On', nextState: 'room' };
    const states = [
      actionState('desk', { exitConditions: [go] }),
      actionState('shelf', { exitConditions: [on], guardrails: hard('calm') }),
      actionState('room', { guardrails: hard('quiet') }),
    ];
    for (const [broken, expected] of [
      ['[]', ['One moment.']],
      ['[{"sentence":1,"rule":"rule_1"}]', []],
    ] as const) {
      const turn = turnIn(states);
      turn.isWordingHeld = turn.isCheckHeld = true;
      turn.holdChoicesAfter = 1;
      turn.begin(['Go']).passes(usualDelayMs);
      const { callId, task } = turn.requests.findLast((one) => one.task.type === 'judge')!;
      const choice = task.type === 'judge' ? task.choices.find(({ text }) => text === 'On') : undefined;
      const first = turn.requests.findLast((one) => one.task.type === 'guard')!;
      const judgement = { choice: choice?.id ?? '', reason: 'so' };
      turn.feed({ type: 'model-attempted', id: callId, attempt: attempt([JSON.stringify(judgement)]) });
      turn.feed({ type: 'model-judged', id: callId, judgement });
      turn.answers(first.callId, '{"broken":[]}');
      expect(turn.fillers).toEqual([]);
      expect(turn.task('guard').rules).toMatchObject([{ name: 'quiet' }]);
      const second = turn.requests.findLast((one) => one.task.type === 'guard')!;
      turn.answers(second.callId, `{"broken":${broken}}`);
      expect(turn.fillers).toEqual(expected);
    }
  });
});
