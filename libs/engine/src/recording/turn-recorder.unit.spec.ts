import { canonicalJson } from '@svc/kernel';
import { actionState, decisionState, graphOf } from '../../test/graphs.js';
import { ScriptedModel, type Script } from '../../test/scripted-model.js';
import { takeTurn, testHash, turnInput, userSays } from '../../test/turns.js';
import { attempt } from '../../test/attempts.js';
import { turnPorts } from '../../test/turn-ports.js';
import { ModelError } from '../model/model-error.js';
import { runTurn } from '../driver/run-turn.js';
import type { TurnRequest } from '../input/turn-request.js';
import { TurnRecorder, type CallScope } from './turn-recorder.js';

const never = new AbortController().signal;

function twoStates() {
  return graphOf([
    actionState('start', { exitConditions: [{ description: 'It is known', nextState: 'end' }] }),
    actionState('end'),
  ]);
}

async function recorded(
  changes: Partial<TurnRequest>,
  graph = twoStates(),
  script: Script = { choices: ['It is known'] },
) {
  const request = turnInput(graph, { currentState: 'start', input: userSays('A boat'), ...changes });
  return (await takeTurn(request, new ScriptedModel(script))).calls;
}

describe('given a turn with a judgement and a message', () => {
  it('then both calls are recorded in order, with request, hash and unmodified response', async () => {
    const calls = await recorded({});
    expect(calls.map(({ id, kind, model, failure }) => [id, kind, model, failure])).toEqual([
      ['i1/m.navigate.start.1', 'navigate', 'scripted/test', null],
      ['i1/m.engage.end.1', 'engage', 'scripted/test', null],
    ]);
    const [judged, engaged] = calls;
    expect(judged?.judgement).toEqual({ choice: 'exit_1', reason: 'scripted: It is known' });
    expect(judged?.attempts).toMatchObject([{ pieces: [canonicalJson(judged?.judgement)] }]);
    expect(judged?.request.schema).toMatchObject({
      properties: { choice: { enum: ['exit_1', 'action_1'] } },
    });
    expect(engaged).toMatchObject({ judgement: null, request: { schema: null } });
    expect(engaged?.attempts).toMatchObject([{ pieces: ['Hello', ' there.'], finishReason: 'stop' }]);
    for (const { request, requestHash } of calls) {
      expect(request.settings).toEqual({ temperature: 0 });
      expect(requestHash).toBe(testHash('model-request', canonicalJson(request)));
    }
  });
});

describe('the name of a call', () => {
  it('stays when another call is made before it, and counts repeated calls on the same subject', async () => {
    const graph = graphOf([
      actionState('start', { exitConditions: [{ description: 'on', nextState: 'fork' }] }),
      decisionState('fork', [
        { description: 'round', nextState: 'again' },
        { description: 'out', nextState: 'end' },
      ]),
      decisionState('again', [
        { description: 'back', nextState: 'fork' },
        { description: 'also out', nextState: 'end' },
      ]),
      actionState('end'),
    ]);
    const straight = await recorded({}, graph, { choices: ['on', 'out'] });
    const round = await recorded({}, graph, { choices: ['on', 'round', 'back', 'out'] });
    expect(straight.map(({ id }) => id)).toEqual([
      'i1/m.navigate.start.1',
      'i1/m.decide.fork.1',
      'i1/m.engage.end.1',
    ]);
    expect(round.map(({ id }) => id)).toEqual([
      'i1/m.navigate.start.1',
      'i1/m.decide.fork.1',
      'i1/m.decide.again.1',
      'i1/m.engage.end.1',
    ]);
  });
});

describe('given a call without a result', () => {
  const scope: CallScope = {
    id: 'i1/m.engage.a.1',
    kind: 'engage',
    state: { type: 'annotation', name: 'a', innerThought: 'b', nextState: 'c' },
    choices: [],
    input: { kind: 'skip' },
  };
  const request = { messages: [], schema: null, settings: {} };

  it('when the model fails, then the call is recorded with its attempts, though the turn fails', async () => {
    const recorder = new TurnRecorder(testHash);
    const model = new ScriptedModel({ pieces: ['  '] });
    const turn = runTurn(turnInput(twoStates()), turnPorts(model, recorder), never);
    const end = (async () => {
      for await (const _signal of turn);
    })();
    await expect(end).rejects.toMatchObject({ kind: 'bad_output' });
    expect(recorder.calls()).toMatchObject([
      { id: 'i1/m.engage.start.1', failure: 'bad_output', judgement: null, attempts: [{ pieces: ['  '] }] },
    ]);
  });

  it('when nobody waits for it, then it counts as cancelled', () => {
    const recorder = new TurnRecorder(testHash);
    recorder.begin(scope, 'm', request);
    recorder.begin({ ...scope, id: 'late' }, 'm', request).failed(new ModelError('timeout'));
    recorder.begin({ ...scope, id: 'defect' }, 'm', request).failed(new Error('a bug'));
    expect(recorder.calls().map(({ id, failure }) => [id, failure])).toEqual([
      ['i1/m.engage.a.1', 'cancelled'],
      ['late', 'timeout'],
      ['defect', 'unavailable'],
    ]);
  });

  it('when a model reports no attempt for a response, then that is rejected', () => {
    expect(() => new TurnRecorder(testHash).begin(scope, 'm', request).answered(null)).toThrow(TypeError);
  });

  it('when a response has no end, then no more of it is kept than any message needs', () => {
    const recorder = new TurnRecorder(testHash);
    const { id } = recorder.begin(scope, 'm', request);
    const long = attempt(['x'.repeat(60_000), 'y'.repeat(60_000), 'z']);
    recorder.took({ type: 'model-attempted', id, attempt: long, atMs: 0 });
    expect(recorder.calls()[0]?.attempts[0]?.pieces.map(({ length }) => length)).toEqual([60_000, 40_000]);
  });

  it('when reasoning or text next to the message has no end, then no more of that is kept either', () => {
    const recorder = new TurnRecorder(testHash);
    const { id } = recorder.begin(scope, 'm', request);
    const long = attempt([], { reasoning: 'r'.repeat(100_001), raw: 'x'.repeat(100_001) });
    recorder.took({ type: 'model-attempted', id, attempt: long, atMs: 0 });
    expect(recorder.calls()[0]?.attempts).toEqual([
      attempt([], { reasoning: 'r'.repeat(100_000), raw: 'x'.repeat(100_000) }),
    ]);
  });
});
