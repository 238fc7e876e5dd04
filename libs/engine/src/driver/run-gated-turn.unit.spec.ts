import { attempt } from '../../test/attempts.js';
import { policyOf } from '../../test/gated-turn.js';
import { actionState, graphOf } from '../../test/graphs.js';
import { ManualTimers } from '../../test/manual-timers.js';
import { ScriptedModel } from '../../test/scripted-model.js';
import { turnPorts } from '../../test/turn-ports.js';
import { testHash, turnInput } from '../../test/turns.js';
import type { ModelPort } from '../model/model-port.js';
import { TurnRecorder } from '../recording/turn-recorder.js';
import { maxHoldMs } from '../speech/gate.js';
import type { SpeechPolicy } from '../protocol/speech-policy.js';
import { runTurn } from './run-turn.js';

const input = turnInput(graphOf([actionState('desk'), actionState('end')]));

function begun(model: ModelPort, policies: readonly SpeechPolicy[]) {
  const timers = new ManualTimers();
  const recorder = new TurnRecorder(testHash);
  const ports = turnPorts(model, recorder, { timers, policies });
  return { timers, recorder, turn: runTurn(input, ports, new AbortController().signal) };
}

/** The pieces of the message up to the first for which `isLast` is true. */
async function heard(turn: ReturnType<typeof runTurn>, isLast: (text: string) => boolean) {
  const texts: string[] = [];
  for (;;) {
    const { value, done } = await turn.next();
    if (done) throw new Error('The turn has ended.');
    if (value.type !== 'message-piece') continue;
    texts.push(value.text);
    if (isLast(value.text)) return texts;
  }
}

describe("given policies on the agent's message", () => {
  it('when they object, then the reader gets what they leave, and so does the result', async () => {
    const policy = policyOf(({ text }) =>
      text.includes('secret') ? { type: 'replace', by: 'No.' } : { type: 'say' },
    );
    const model = new ScriptedModel({ pieces: ['Hello. ', 'The secret', ' is out. ', 'Bye'] });
    const { turn, timers, recorder } = begun(model, [policy]);
    expect(await heard(turn, (text) => text === '')).toEqual(['Hello. ', 'No. ', 'Bye', '']);
    expect((await turn.next()).value).toMatchObject({ message: 'Hello. No. Bye' });
    expect(timers.pending).toBe(0);
    expect(recorder.facts().flatMap((fact) => (fact.type === 'ruled' ? [fact.policies] : []))).toEqual([
      [],
      ['test'],
      [],
    ]);
  });

  it('when the model stalls in a sentence, then its beginning is sent after the time limit', async () => {
    const rest = Promise.withResolvers<void>();
    const model = new ScriptedModel();
    model.generate = async function* (_request, _signal, onAttempt) {
      yield 'Let me see';
      timers.pass(maxHoldMs);
      await rest.promise;
      yield ' then.';
      onAttempt(attempt(['Let me see', ' then.']));
    };
    const { turn, timers } = begun(model, [policyOf(() => ({ type: 'say' }))]);
    expect(await heard(turn, () => true)).toEqual(['Let me see']);
    rest.resolve();
    expect(await heard(turn, (text) => text === '')).toEqual([' then.', '']);
    expect(await turn.next()).toMatchObject({ done: true, value: { message: 'Let me see then.' } });
  });

  it('when one throws, then the turn ends with that error, and nothing is sent', async () => {
    const defect = new Error('out of order');
    const { turn, timers } = begun(new ScriptedModel({ pieces: ['Hello', '. A'] }), [
      policyOf(() => {
        throw defect;
      }),
    ]);
    await expect(heard(turn, () => true)).rejects.toBe(defect);
    expect(timers.pending).toBe(0);
  });

  it('when the turn is ended from outside, then no timer is left', async () => {
    const { turn, timers } = begun(new ScriptedModel({ pieces: ['Hello. ', 'By', 'e'] }), [
      policyOf(() => ({ type: 'say' })),
    ]);
    await heard(turn, () => true);
    expect(timers.pending).toBe(1);
    await turn.return(undefined as never);
    expect(timers.pending).toBe(0);
  });
});
