import { defaultTurnLimits } from '../input/turn-request.js';
import { actionState, decisionState, graphOf } from '../../test/graphs.js';
import { library } from '../../test/library.js';
import { ScriptedModel } from '../../test/scripted-model.js';
import { turnPorts } from '../../test/turn-ports.js';
import { outline, takeTurn, testHash, turnInput, userSays } from '../../test/turns.js';
import { ModelError } from '../model/model-error.js';
import { TurnRecorder } from '../recording/turn-recorder.js';
import { runTurn } from './run-turn.js';
import { TurnError } from '../turn/turn-error.js';

const version = ['65f000000000000000000001', 3];

describe('given a conversation that begins', () => {
  it('when there is no input, then the agent greets in the initial state without judging its exits', async () => {
    const model = new ScriptedModel({ choices: ['Ask for the title'], pieces: ['Good ', 'day.'] });
    const { signals, result } = await takeTurn(turnInput(library()), model);

    expect(signals).toEqual([
      {
        type: 'current-agent-action',
        action: { type: 'navigate-state-machine-action-state-action-selected', action: 'Ask for the title' },
      },
      fragment(0, 'Good ', false),
      { type: 'message-piece', index: 0, text: 'Good ', isFinal: false },
      fragment(1, 'day.', false),
      { type: 'message-piece', index: 1, text: 'day.', isFinal: false },
      fragment(2, '', true),
      { type: 'message-piece', index: 2, text: '', isFinal: true },
    ]);
    expect(result).toMatchObject({
      message: 'Good day.',
      place: { state: 'desk' },
      conversationCompleted: false,
      transitions: [],
    });
    expect(model.judged.map((request) => request.task.choices.map((choice) => choice.id))).toEqual([
      ['action_1', 'action_2'],
    ]);
  });

  it('when the user has been here before, then it begins in the state for returning users', async () => {
    const graph = { ...library(), returningUserInitialState: 'shelf' };
    const user = {
      displayName: null,
      preferredLanguage: null,
      timezone: null,
      additionalContext: [],
      isReturning: true,
      recollections: [],
    };
    const { result } = await takeTurn(turnInput(graph, { user }), new ScriptedModel());
    expect(result.place.state).toBe('shelf');
  });

  it('when the user speaks first, then the exits of the initial state are judged', async () => {
    const model = new ScriptedModel({ choices: ['The user leaves'] });
    const { result } = await takeTurn(turnInput(library(), { input: userSays('Goodbye') }), model);
    expect(result.place.state).toBe('bye');
  });
});

describe('given an action state that the last turn ended in', () => {
  const input = userSays('Moby Dick, please');

  it('when no exit holds, then one judgement picks the action among exits and actions', async () => {
    const model = new ScriptedModel({ choices: ['Offer a seat'] });
    const { result } = await takeTurn(turnInput(library(), { currentState: 'desk', input }), model);

    expect(model.judged).toHaveLength(1);
    expect(model.judged[0]?.task.choices).toEqual([
      { id: 'exit_1', kind: 'exit', text: 'The title is known', leadsTo: 'Objective of fork' },
      { id: 'exit_2', kind: 'exit', text: 'The user leaves', leadsTo: 'Objective of bye' },
      { id: 'action_1', kind: 'action', text: 'Ask for the title' },
      { id: 'action_2', kind: 'action', text: 'Offer a seat' },
    ]);
    expect(result.decisions).toEqual([
      {
        purpose: 'navigate',
        state: 'desk',
        exitConditions: ['The title is known', 'The user leaves'],
        actions: ['Ask for the title', 'Offer a seat'],
        guidelines: ['Stay calm', 'Do not hurry'],
        verdict: { kind: 'action', action: 'Offer a seat' },
        reason: 'scripted: Offer a seat',
        judgedBy: 'model',
        callId: 'i1/m.navigate.desk.1',
      },
    ]);
    expect(result.place.state).toBe('desk');
  });

  it('when an exit holds, then the turn passes through decision and annotation and speaks in the next action state', async () => {
    const model = new ScriptedModel({
      choices: ['The title is known', 'The book is lent', 'Action of shelf'],
    });
    const { signals, result } = await takeTurn(turnInput(library(), { currentState: 'desk', input }), model);

    expect(outline(signals).slice(0, 12)).toEqual([
      'navigate-state-machine-exit-condition-selected',
      'navigate-state-machine-state-transitioned',
      'state-transitioned',
      'navigate-state-machine-decision-state-decision-started',
      'navigate-state-machine-exit-condition-selected',
      'navigate-state-machine-state-transitioned',
      'state-transitioned',
      'navigate-state-machine-annotation-state-annotation-retrieved',
      'inner-thought',
      'navigate-state-machine-state-transitioned',
      'state-transitioned',
      'navigate-state-machine-action-state-action-selected',
    ]);
    expect(signals.slice(0, 3)).toEqual([
      {
        type: 'current-agent-action',
        action: {
          type: 'navigate-state-machine-exit-condition-selected',
          exit_condition: 'The title is known',
          next_state_state_machine_version_info: version,
          next_state_name: 'fork',
        },
      },
      {
        type: 'current-agent-action',
        action: {
          type: 'navigate-state-machine-state-transitioned',
          prev_state: 'desk',
          prev_state_state_machine_version_info: version,
          next_state: 'fork',
          next_state_state_machine_version_info: version,
        },
      },
      { type: 'state-transitioned', transition: result.transitions[0] },
    ]);
    expect(signals).toContainEqual({ type: 'inner-thought', text: 'The book is lent until May.' });
    expect(result.innerThoughts).toEqual(['The book is lent until May.']);
    expect(
      result.transitions.map(({ previousState, nextState, type }) => [previousState, nextState, type]),
    ).toEqual([
      ['desk', 'fork', 'action'],
      ['fork', 'note', 'decision'],
      ['note', 'shelf', 'annotation'],
    ]);
    expect(result.transitions[2]).toMatchObject({ innerThought: 0 });
    expect(result.place.state).toBe('shelf');
  });

  it('when the user skips, and the state that is entered has one action, then no judgement is asked for it and its exits stay unjudged', async () => {
    const model = new ScriptedModel({ choices: ['The title is known', 'The book is in the house'] });
    const { result } = await takeTurn(
      turnInput(library(), { currentState: 'desk', input: { kind: 'skip' } }),
      model,
    );
    expect(model.judged.map((request) => request.task.purpose)).toEqual(['navigate', 'decide']);
    expect(result.decisions.at(-1)).toMatchObject({
      purpose: 'select-action',
      exitConditions: [],
      verdict: { kind: 'action', action: 'Action of shelf' },
      judgedBy: 'only-choice',
    });
  });

  it('when the terminal state is reached, then the conversation is completed after its message', async () => {
    const model = new ScriptedModel({ choices: ['The book is found'], pieces: ['Farewell.'] });
    const { result } = await takeTurn(turnInput(library(), { currentState: 'shelf', input }), model);
    expect(result).toMatchObject({
      place: { state: 'bye' },
      conversationCompleted: true,
      message: 'Farewell.',
    });
    expect(model.engaged[0]?.task.isFarewell).toBe(true);
  });

  it('when the user skips, then the agent continues from there', async () => {
    const model = new ScriptedModel({ choices: ['Offer a seat'] });
    const request = turnInput(library(), { currentState: 'desk', input: { kind: 'skip' } });
    expect((await takeTurn(request, model)).result.engagement.action).toBe('Offer a seat');
  });

  it('then the message is worded under global and own guidelines and constraints', async () => {
    const model = new ScriptedModel({ choices: ['Action of shelf'] });
    const { result } = await takeTurn(turnInput(library(), { currentState: 'shelf', input }), model);
    expect(result.engagement).toEqual({
      state: 'shelf',
      objective: 'Objective of shelf',
      action: 'Action of shelf',
      guidelines: ['Be kind', 'Name the shelf'],
      boundaryConstraints: ['No shouting', 'Never lend two'],
    });
    expect(model.engaged[0]?.task).toMatchObject({
      guidelines: ['Be kind', 'Name the shelf'],
      boundaryConstraints: ['No shouting', 'Never lend two'],
    });
  });
});

describe('given decision states that lead to one another', () => {
  const roundabout = graphOf([
    actionState('start', { exitConditions: [{ description: 'go', nextState: 'east' }] }),
    decisionState('east', [
      { description: 'to the west', nextState: 'west' },
      { description: 'round again', nextState: 'west' },
    ]),
    decisionState('west', [
      { description: 'to the east', nextState: 'east' },
      { description: 'out', nextState: 'end' },
    ]),
    actionState('end'),
  ]);

  it('when the model would loop for ever, then a second visit offers only the way out', async () => {
    const model = new ScriptedModel({
      choices: ['go', 'round again', 'to the east', 'round again', 'to the east'],
    });
    const { result } = await takeTurn(
      turnInput(roundabout, { currentState: 'start', input: userSays('x') }),
      model,
    );
    expect(result.place.state).toBe('end');
    expect(
      result.decisions.filter((decision) => decision.state === 'west').map((d) => d.exitConditions),
    ).toEqual([['to the east', 'out'], ['out']]);
  });

  it('when the path is longer than the limit, then the turn fails with too_many_passthrough_states', async () => {
    const model = new ScriptedModel({ choices: ['go', 'round again', 'to the east'] });
    const limits = {
      ...defaultTurnLimits,
      maxJudgedEntries: 0,
      maxPassthroughStates: 1,
      maxMessageCharacters: 10,
    };
    const request = turnInput(roundabout, { currentState: 'start', input: userSays('x'), limits });
    await expect(takeTurn(request, model)).rejects.toMatchObject({
      kind: 'too_many_passthrough_states',
      privateDetail: 'more than 1 in one turn',
    });
  });

  it('when the path is exactly as long as the limit, then the turn takes it', async () => {
    const model = new ScriptedModel({ choices: ['go', 'round again', 'out'] });
    const limits = {
      ...defaultTurnLimits,
      maxJudgedEntries: 0,
      maxPassthroughStates: 2,
      maxMessageCharacters: 10,
    };
    const request = turnInput(roundabout, { currentState: 'start', input: userSays('x'), limits });
    expect((await takeTurn(request, model)).result.place.state).toBe('end');
  });
});

describe('given unusable input or responses', () => {
  it.each([
    ['an unknown state', 'attic', 'unknown_state', 'state "attic" is not in the graph'],
    ['a passthrough state', 'fork', 'unknown_state', 'state "fork" is no state that speaks'],
    ['the terminal state', 'bye', 'conversation_is_completed', 'state "bye" is the terminal state'],
  ])('when the conversation is in %s, then the turn fails', async (_what, currentState, kind, detail) => {
    const turn = takeTurn(turnInput(library(), { currentState, input: userSays('x') }), new ScriptedModel());
    await expect(turn).rejects.toBeInstanceOf(TurnError);
    await expect(turn).rejects.toMatchObject({ kind, privateDetail: detail });
  });

  it('when the model chooses what was not offered, then the turn fails as bad_output', async () => {
    const turn = takeTurn(turnInput(library()), new ScriptedModel({ choices: ['Sell the books'] }));
    await expect(turn).rejects.toBeInstanceOf(ModelError);
    await expect(turn).rejects.toMatchObject({
      kind: 'bad_output',
      code: 'service_unavailable',
      privateDetail: 'the model chose "Sell the books", which was not offered',
    });
  });

  it('when the message is blank, then the turn fails as bad_output', async () => {
    const model = new ScriptedModel({ choices: ['Offer a seat'], pieces: [' ', '\u0000', '\n'] });
    await expect(takeTurn(turnInput(library()), model)).rejects.toMatchObject({ kind: 'bad_output' });
  });
});

describe('given a model port that throws something other than a ModelError', () => {
  it('then it is rethrown unchanged, and the call is recorded as failed', async () => {
    const defect = new Error('a bug');
    const model = new ScriptedModel({ choices: ['Offer a seat'] });
    model.judge = () => Promise.reject(defect);
    const recorder = new TurnRecorder(testHash);
    const turn = runTurn(turnInput(library()), turnPorts(model, recorder), new AbortController().signal);
    await expect(turn.next()).rejects.toBe(defect);
    expect(recorder.calls()).toMatchObject([{ failure: 'unavailable' }]);
  });
});

describe('given a long message', () => {
  it('then it is cut at the limit and the model is stopped', async () => {
    const model = new ScriptedModel({
      choices: ['Offer a seat'],
      pieces: ['12345', '67890', 'never pulled'],
    });
    const limits = {
      ...defaultTurnLimits,
      maxJudgedEntries: 0,
      maxPassthroughStates: 9,
      maxMessageCharacters: 7,
    };
    const { signals, result } = await takeTurn(turnInput(library(), { limits }), model);
    expect(result).toMatchObject({ message: '1234567', isCut: true });
    expect(signals.at(-1)).toEqual({ type: 'message-piece', index: 2, text: '', isFinal: true });
    expect([model.pulled, model.isClosed]).toEqual([2, true]);
  });
});

it('facts get the time at which they came, which never decreases when the clock does', async () => {
  const times = [5_000, 4_000, 7_000];
  const clock = { now: () => times.shift() ?? 6_000 };
  const recorder = new TurnRecorder(testHash);
  const turn = runTurn(
    turnInput(graphOf([actionState('desk'), actionState('end')])),
    turnPorts(new ScriptedModel({ pieces: ['Hello', '.'] }), recorder, { clock }),
    new AbortController().signal,
  );
  while (!(await turn.next()).done);
  expect(recorder.facts()).toEqual([
    { type: 'turn-began', afterMs: 5_000 },
    { type: 'model-said', call: 0, afterMs: [0, 2_000] },
    { type: 'model-attempted', call: 0, afterMs: 0 },
    { type: 'model-ended', call: 0, afterMs: 0 },
  ]);
});

it('a piece is passed on before the model is asked for the next one', async () => {
  const model = new ScriptedModel({ choices: ['Offer a seat'], pieces: ['first', 'second'] });
  const turn = runTurn(
    turnInput(library()),
    turnPorts(model, new TurnRecorder(testHash)),
    new AbortController().signal,
  );
  await turn.next();
  await turn.next();
  expect(await turn.next()).toEqual({
    done: false,
    value: { type: 'message-piece', index: 0, text: 'first', isFinal: false },
  });
  expect(model.pulled).toBe(1);
});

function fragment(index: number, text: string, isFinal: boolean) {
  return {
    type: 'current-agent-action',
    action: { type: 'engage-user-message-fragment-generated', index, fragment: text, is_final: isFinal },
  };
}
