import { ModelError } from '@svc/engine';
import { ManualTimers } from '../../test/manual-timers.js';
import { engageRequest, judgeRequest } from '../../test/requests.js';
import { ScriptedLanguageModel } from '../../test/scripted-language-model.js';
import { ScriptedPort } from '../../test/scripted-port.js';
import { unheard } from '../../test/unheard.js';
import { createModelPort } from '../port/create-model-port.js';
import { Circuit } from './circuit.js';
import { SteadyPort } from './steady-port.js';
import { TryBudget } from './try-budget.js';

const never = new AbortController().signal;

/** A model with an open circuit that may be probed now. */
function rested(timers = new ManualTimers()) {
  const circuit = new Circuit();
  for (let time = 0; time < 6; time += 1) circuit.leave('unavailable', timers.now(), timers.now());
  timers.pass(circuit.restMs(timers.now()));
  const model = new ScriptedLanguageModel();
  const named = { name: 'm', port: createModelPort(model, { timers }), circuit };
  const port = new SteadyPort([named], { timers, random: () => 0, budget: new TryBudget(0, 30_000) });
  return { timers, circuit, model, port };
}

/** Runs everything that is ready to run. */
const settled = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

function wording(port: SteadyPort, signal: AbortSignal) {
  return port.generate(engageRequest, signal, unheard)[Symbol.asyncIterator]();
}

describe('given a probe of a model with an open circuit', () => {
  it('when it is a judgement with a known choice, then other calls are allowed before its reason is there', async () => {
    const { port, circuit, model, timers } = rested();
    const chosen = Promise.withResolvers<string>();
    const judgement = port.judge(judgeRequest, never, unheard, chosen.resolve);
    await settled();
    expect(circuit.state(timers.now())).toBe('half-open');
    model.say('{"choice":"exit_1"');
    expect(await chosen.promise).toBe('exit_1');
    expect(circuit.state(timers.now())).toBe('closed');
    model.say(',"reason":"so"}');
    model.finish();
    expect(await judgement).toEqual({ choice: 'exit_1', reason: 'so' });
  });

  it('when the reason of its choice ends after other calls have failed, then the circuit still opens', async () => {
    const { port, circuit, model, timers } = rested();
    const chosen = Promise.withResolvers<string>();
    const judgement = port.judge(judgeRequest, never, unheard, chosen.resolve);
    await settled();
    model.say('{"choice":"exit_1"');
    await chosen.promise;
    for (let time = 0; time < 6; time += 1) circuit.leave('timeout', timers.now(), timers.now());
    model.finish();
    await judgement;
    expect(circuit.state(timers.now())).toBe('open');
  });

  it('when it is a message without any piece, and its caller leaves, then the next call is the probe', async () => {
    const { port, circuit, model, timers } = rested();
    const nobodyWaits = new AbortController();
    const piece = wording(port, nobodyWaits.signal).next();
    const gone = expect(piece).rejects.toThrow('moved on');
    await settled();
    expect(circuit.enter(timers.now())).toBe(false);
    nobodyWaits.abort(new Error('moved on'));
    await gone;
    expect([model.isCancelled, circuit.enter(timers.now())]).toEqual([true, true]);
  });

  it('when it is a message between two pieces, and its caller leaves, then the next call is the probe', async () => {
    const { port, circuit, model, timers } = rested();
    const nobodyWaits = new AbortController();
    const pieces = wording(port, nobodyWaits.signal);
    const piece = pieces.next();
    await settled();
    model.say('On the left.');
    await piece;
    nobodyWaits.abort(new Error('moved on'));
    await pieces.return?.();
    expect([model.isCancelled, circuit.enter(timers.now())]).toEqual([true, true]);
  });

  it.each(['judge', 'generate'] as const)(
    'when %s has failed before and waits to be the probe, and its caller leaves, then the next call is',
    async (kind) => {
      const timers = new ManualTimers();
      const circuit = new Circuit();
      const late = Promise.withResolvers<void>();
      const slow = new SlowPort(late.promise);
      const port = new SteadyPort([{ name: 'm', port: slow, circuit }], {
        timers,
        random: () => 0,
        budget: new TryBudget(0, 30_000),
      });
      const nobodyWaits = new AbortController();
      const { signal } = nobodyWaits;
      const call =
        kind === 'judge' ? port.judge(judgeRequest, signal, unheard) : wording(port, signal).next();
      const gone = expect(call).rejects.toThrow('moved on');
      // It was in progress when the circuit opened, and ends when the rest is over.
      for (let time = 0; time < 6; time += 1) circuit.leave('unavailable', timers.now(), timers.now());
      timers.pass(circuit.restMs(timers.now()));
      late.resolve();
      await settled();
      expect([timers.pending, circuit.enter(timers.now())]).toEqual([1, false]);
      nobodyWaits.abort(new Error('moved on'));
      await gone;
      expect(circuit.enter(timers.now())).toBe(true);
    },
  );
});

/** Fails once a test lets it. */
class SlowPort extends ScriptedPort {
  constructor(private readonly late: Promise<void>) {
    super('p/slow', [new ModelError('timeout')]);
  }

  override async judge(...[request, signal, onAttempt]: Parameters<ScriptedPort['judge']>) {
    await this.late;
    return super.judge(request, signal, onAttempt);
  }

  override async *generate(...call: Parameters<ScriptedPort['generate']>) {
    await this.late;
    yield* super.generate(...call);
  }
}
