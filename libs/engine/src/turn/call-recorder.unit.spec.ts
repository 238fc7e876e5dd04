import { createHash } from 'node:crypto';
import { canonicalJson } from '@svc/kernel';
import { actionState, graphOf } from '../../test/graphs.js';
import { ScriptedModel, type Script } from '../../test/scripted-model.js';
import { takeTurn, turnInput, userSays } from '../../test/turns.js';
import { CallRecorder, type CallSubject } from './call-recorder.js';
import type { TurnInput } from './turn-input.js';

function twoStates(objective = 'Find out what is wanted') {
  return graphOf([
    actionState('start', { objective, exit_conditions: [{ description: 'It is known', next_state: 'end' }] }),
    actionState('end'),
  ]);
}

async function recorded(
  changes: Partial<TurnInput>,
  graph = twoStates(),
  script: Script = { choices: ['It is known'] },
) {
  const input = turnInput(graph, { currentState: 'start', heard: userSays('A boat'), ...changes });
  return (await takeTurn(input, new ScriptedModel(script))).result.calls;
}

describe('given a turn with a judgement and a message', () => {
  it('then both calls are recorded in order, with request, hash and answer', async () => {
    const calls = await recorded({});
    expect(calls.map(({ seq, kind, observedSeq }) => [seq, kind, observedSeq])).toEqual([
      [0, 'model.navigate', 0],
      [1, 'model.engage', 1],
    ]);
    expect(calls.map((call) => call.response)).toEqual([
      { choice: 'exit_1', reason: 'scripted: It is known' },
      { text: 'Hello there.' },
    ]);
    for (const { request, requestSha256 } of calls) {
      expect(requestSha256).toBe(createHash('sha256').update(canonicalJson(request)).digest('hex'));
    }
  });

  it('when the agent version changes, then the requests change and the call keys stay', async () => {
    const before = await recorded({});
    const agent = { ...turnInput(twoStates()).agent, background: 'Has written every book.' };
    const after = await recorded({ agent });
    expect(after.map((call) => call.callKey)).toEqual(before.map((call) => call.callKey));
    expect(after.map((call) => call.requestSha256)).not.toEqual(before.map((call) => call.requestSha256));
  });

  it.each<[string, Partial<TurnInput>, ReturnType<typeof twoStates>]>([
    ['user input', { heard: userSays('A plane') }, twoStates()],
    ['state content', {}, twoStates('Find out what is needed')],
  ])('when the %s changes, then the call key of the judgement changes', async (_what, changes, graph) => {
    const [before] = await recorded({});
    const [after] = await recorded(changes, graph);
    expect(after?.callKey).not.toBe(before?.callKey);
  });
});

it('calls that are answered out of order keep their place and show when they were answered', () => {
  const recorder = new CallRecorder();
  const subject: CallSubject = {
    kind: 'model.engage',
    state: { type: 'annotation', name: 'a', inner_thought: 'b', next_state: 'c' },
    choices: [],
    heard: { kind: 'skip' },
  };
  const [first, , third] = [1, 2, 3].map(() => recorder.begin(subject, { messages: [], choices: [] }));
  third?.({ text: 'third' });
  first?.({ text: 'first' });
  expect(recorder.calls().map(({ seq, observedSeq, response }) => [seq, observedSeq, response])).toEqual([
    [0, 1, { text: 'first' }],
    [2, 0, { text: 'third' }],
  ]);
});
