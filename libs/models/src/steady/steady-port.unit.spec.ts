import { ModelError, type ModelAttempt, type ModelErrorKind } from '@svc/engine';
import { silentLogger } from '@svc/telemetry';
import { ManualTimers } from '../../test/manual-timers.js';
import { engageRequest, judgeRequest } from '../../test/requests.js';
import { ScriptedPort, type Script } from '../../test/scripted-port.js';
import { CutMessage } from '../port/cut-message.js';
import { Circuit } from './circuit.js';
import { SteadyPort } from './steady-port.js';
import { TryBudget } from './try-budget.js';
import { TryLog } from './try-log.js';

const never = new AbortController().signal;
const fails = (kind: ModelErrorKind, retryAfterSeconds?: number) =>
  new ModelError(kind, retryAfterSeconds === undefined ? {} : { retryAfterSeconds });

/** Waits pass at once, and are noted. */
class NotedTimers extends ManualTimers {
  readonly waits: number[] = [];

  override after(milliseconds: number, run: () => void): () => void {
    this.waits.push(milliseconds);
    const cancel = super.after(milliseconds, run);
    queueMicrotask(() => this.pass(milliseconds));
    return cancel;
  }
}

function steady(first: readonly Script[], ...fallbacks: readonly (readonly Script[])[]) {
  const timers = new NotedTimers();
  const ports = [first, ...fallbacks].map((script, place) => new ScriptedPort(`p/m${place}`, script));
  const [model, ...others] = ports.map((port) => ({ name: port.name, port, circuit: new Circuit() }));
  if (model === undefined) throw new TypeError('There is always a first.');
  const warned: string[] = [];
  const log = new TryLog({ ...silentLogger, warn: (message) => void warned.push(message) }, null);
  const port = new SteadyPort([model, ...others], {
    timers,
    random: () => 0.5,
    budget: new TryBudget(0, 30_000),
    log,
  });
  const attempts: ModelAttempt[] = [];
  const judged = () => port.judge(judgeRequest, never, (attempt) => attempts.push(attempt));
  const worded = async () => {
    const pieces: string[] = [];
    for await (const piece of port.generate(engageRequest, never, (attempt) => attempts.push(attempt)))
      pieces.push(piece);
    return pieces.join('');
  };
  return {
    port,
    timers,
    attempts,
    warned,
    judged,
    worded,
    asked: () => ports.map(({ requests }) => requests.length),
    inVain: () => ports.map(({ inVain }) => inVain.length),
  };
}

const yes: Script = { says: ['exit_1'] };

describe('given a model that fails before any text', () => {
  it('when it fails three times, then it is called a fourth and last time, after growing waits', async () => {
    const failing = [fails('unavailable'), fails('timeout'), fails('unavailable')];
    const { judged, timers, attempts } = steady([...failing, yes]);
    expect((await judged()).choice).toBe('exit_1');
    expect(timers.waits).toEqual([300, 600, 1_200]);
    expect(attempts.map(({ failure }) => failure)).toEqual(['unavailable', 'timeout', 'unavailable', null]);
    await expect(steady([...failing, fails('timeout'), yes]).judged()).rejects.toMatchObject({
      kind: 'timeout',
    });
  });

  it('when it finds the prompt too long, then it is not retried, but a fallback is called, which may have a larger context', async () => {
    const { judged, asked } = steady([fails('context_overflow')], [yes]);
    expect((await judged()).choice).toBe('exit_1');
    expect(asked()).toEqual([1, 1]);
  });

  it('when it names a wait of a second, then the wait is that long', async () => {
    const { worded, timers } = steady([fails('rate_limited', 1), { says: ['Hello.'] }]);
    expect(await worded()).toBe('Hello.');
    expect(timers.waits).toEqual([1_000]);
  });

  it('when it names a wait that is too long, then the caller gets the wait at once', async () => {
    const { judged, timers } = steady([fails('rate_limited', 60)]);
    await expect(judged()).rejects.toMatchObject({ kind: 'rate_limited', retryAfterSeconds: 60 });
    expect(timers.waits).toEqual([]);
  });

  it.each(['refused', 'content_filtered'] as const)(
    'when it fails as %s, then it is not retried',
    async (kind) => {
      const { judged, asked } = steady([fails(kind), yes]);
      await expect(judged()).rejects.toMatchObject({ kind });
      expect(asked()).toEqual([1]);
    },
  );

  it('when it has a fallback, then it is called once more and then the fallback, which its attempt names', async () => {
    const { judged, attempts } = steady([fails('unavailable'), fails('unavailable')], [yes]);
    expect((await judged()).choice).toBe('exit_1');
    expect(attempts.map(({ model }) => model)).toEqual([undefined, undefined, 'p/m1']);
  });

  it('when it has a fallback and names a wait, however short, then the fallback is called at once', async () => {
    const { judged, asked, timers } = steady([fails('rate_limited', 1)], [yes]);
    expect((await judged()).choice).toBe('exit_1');
    expect([asked(), timers.waits]).toEqual([[1, 1], []]);
  });

  it('when it has a fallback and is too late, then it is not called again in this turn', async () => {
    const { judged, worded, asked } = steady([fails('timeout')], [yes, { says: ['Hello.'] }]);
    await judged();
    expect(await worded()).toBe('Hello.');
    expect(asked()).toEqual([1, 2]);
  });

  it('when other calls open its circuit during a wait, then it is not called again', async () => {
    const timers = new ManualTimers();
    const circuit = new Circuit();
    const port = new ScriptedPort('p/m', [fails('unavailable'), yes]);
    const options = { timers, random: () => 0, budget: new TryBudget(0, 30_000) };
    const steadily = new SteadyPort([{ name: 'm', port, circuit }], options);
    const judgement = steadily.judge(judgeRequest, never, () => undefined);
    const outcome = expect(judgement).rejects.toMatchObject({ kind: 'unavailable' });
    while (timers.pending === 0) await Promise.resolve();
    for (let time = 0; time < 6; time += 1) circuit.leave('unavailable', timers.now(), timers.now());
    timers.pass(200);
    await outcome;
    expect(port.requests).toHaveLength(1);
  });

  it('when its fallbacks fail as well, then all are called once more, and no further', async () => {
    const twice = [fails('unavailable'), fails('unavailable')];
    const often = [...twice, ...twice];
    const { judged, asked } = steady([...twice, yes], often);
    expect((await judged()).choice).toBe('exit_1');
    expect(asked()).toEqual([3, 4]);
    const lost = steady([...twice, ...twice, yes], [...often, ...often, yes]);
    await expect(lost.judged()).rejects.toMatchObject({ kind: 'unavailable' });
    expect(lost.asked()[0]).toBeLessThanOrEqual(4);
  });

  it('when all fail, then the last failure is thrown with the wait that was named', async () => {
    const { worded } = steady([fails('rate_limited', 9)], [fails('refused')]);
    await expect(worded()).rejects.toMatchObject({ kind: 'refused', retryAfterSeconds: 9 });
  });

  it('when it keeps failing, then its fallback is called without calling it', async () => {
    const failing = Array.from({ length: 9 }, () => fails('unreachable'));
    const { judged, asked } = steady(failing, [yes, yes, yes, yes]);
    for (let call = 0; call < 4; call += 1) await judged();
    expect(asked()).toEqual([6, 4]);
  });

  it('when its circuit is open and it has no fallback, then the failure says for how long', async () => {
    const { judged, asked } = steady(Array.from({ length: 9 }, () => fails('unreachable')));
    await expect(judged()).rejects.toMatchObject({ kind: 'unreachable' });
    await expect(judged()).rejects.toMatchObject({ kind: 'unreachable' });
    await expect(judged()).rejects.toMatchObject({ kind: 'unavailable', retryAfterSeconds: 2 });
    expect(asked()).toEqual([6]);
  });

  it('when the caller leaves during a wait, then the wait ends', async () => {
    const timers = new ManualTimers();
    const model = { name: 'm', port: new ScriptedPort('p/m', [fails('timeout')]), circuit: new Circuit() };
    const port = new SteadyPort([model], { timers, random: () => 0, budget: new TryBudget(0, 30_000) });
    const cancel = new AbortController();
    const judgement = port.judge(judgeRequest, cancel.signal, () => undefined);
    const outcome = expect(judgement).rejects.toThrow('gone');
    while (timers.pending === 0) await Promise.resolve();
    cancel.abort(new Error('gone'));
    await outcome;
    expect(timers.pending).toBe(0);
  });

  it('when the port has a defect, then nothing is retried', async () => {
    const { judged, asked } = steady([new TypeError('a defect'), yes]);
    await expect(judged()).rejects.toThrow('a defect');
    expect(asked()).toEqual([1]);
  });
});

describe('given a message that breaks off after its first text', () => {
  const broken: Script = { says: ['We are open ', 'from Mon'], fails: fails('unavailable') };

  it('when the model continues, then it is shown the text so far, and the message is complete', async () => {
    const { worded, attempts, port } = steady([
      broken,
      { says: ['are open from Mon', 'day ', 'to Friday.'] },
    ]);
    expect(port.name).toBe('p/m0');
    expect(await worded()).toBe('We are open from Monday to Friday.');
    expect(attempts[1]).toMatchObject({
      addedMessages: [
        { role: 'assistant', content: 'We are open from Mon' },
        { role: 'user', content: expect.stringMatching(/last words again.*"We are open from Mon"$/) },
      ],
      pieces: ['day ', 'to Friday.'],
      raw: 'are open from Monday to Friday.',
      failure: null,
    });
  });

  it.each([
    ['begins with the whole message again', ['We are ', 'open from Monday to', ' Friday.']],
    ['begins with its last words again', ['from ', 'Monday to Friday.']],
  ])('when the model %s, then nothing is heard twice, and its record holds both', async (_what, says) => {
    const { worded, attempts } = steady([broken, { says }]);
    expect(await worded()).toBe('We are open from Monday to Friday.');
    expect(attempts[1]?.raw).toBe(says.join(''));
    expect(attempts.flatMap(({ pieces }) => pieces).join('')).toBe('We are open from Monday to Friday.');
  });

  it('when the rest only repeats the text so far, then the message is that text', async () => {
    const { worded, attempts } = steady([broken, { says: ['open from Mon'] }]);
    expect(await worded()).toBe('We are open from Mon');
    expect(attempts.flatMap(({ pieces }) => pieces).join('')).toBe('We are open from Mon');
  });

  it('when that call fails within a repetition, then nothing of that is heard again', async () => {
    const { worded, attempts } = steady([broken, { says: ['We are ', 'open'], fails: fails('unavailable') }]);
    expect(await worded()).toBe('We are open from Mon');
    expect(attempts.flatMap(({ pieces }) => pieces).join('')).toBe('We are open from Mon');
  });

  it('when that call fails before it is known whether it repeats, then that is neither heard nor recorded as heard', async () => {
    const whole: Script = { says: ['We are open. '], fails: fails('unavailable') };
    const { worded, attempts } = steady([whole, { says: ['We'], fails: fails('unavailable') }]);
    expect(await worded()).toBe('We are open. ');
    expect(attempts.at(-1)).toMatchObject({ pieces: [], raw: 'We' });
  });

  it.each([
    ['at once', ['Sure! We open on Monday.']],
    ['after some words', ['Ple', 'ase come on Monday.']],
    ['as its last words', ['Hello there']],
  ])(
    'when the model begins otherwise, %s, then the message ends there as cut, and nothing is glued',
    async (_how, says) => {
      const { worded, attempts } = steady([broken, { says }]);
      expect(await worded()).toBe('We are open from Mon');
      expect(attempts.at(-1)).toMatchObject({ pieces: [], raw: expect.any(String), failure: 'bad_output' });
    },
  );

  it('when that call fails too, then the message ends there, and the last attempt has failed', async () => {
    const { worded, attempts } = steady([broken, fails('unavailable'), { says: ['never asked'] }]);
    expect(await worded()).toBe('We are open from Mon');
    expect(attempts.map(({ failure }) => failure)).toEqual(['unavailable', 'unavailable']);
  });

  it('when that call fails too, then the log says that the message is cut, and names no model that is not called', async () => {
    const { worded, warned, asked } = steady([broken, broken], [{ says: ['never asked'] }]);
    await worded();
    expect(asked()).toEqual([2, 0]);
    expect(warned).toEqual(['a model is asked again', 'a message ends where its model broke off']);
  });

  it('when the model refuses, then the fallback completes it', async () => {
    const { worded } = steady(
      [{ says: ['We are open ', 'from Mon'], fails: fails('content_filtered') }],
      [{ says: ['from Monday.'] }],
    );
    expect(await worded()).toBe('We are open from Monday.');
  });

  it('when it reached the limit of the model, then it is completed', async () => {
    const cut: Script = { says: ['One, '], fails: new CutMessage(true, 'length') };
    expect(await steady([cut, { says: ['two.'] }]).worded()).toBe('One, two.');
  });

  it('when the time of the turn is over by then, then it is not completed, and ends there', async () => {
    const { port, timers, asked } = steady(
      [broken, { says: ['from Monday.'] }],
      [{ says: ['from Monday.'] }],
    );
    const pieces: string[] = [];
    for await (const piece of port.generate(engageRequest, never, () => undefined)) {
      pieces.push(piece);
      timers.pass(30_000);
    }
    expect([pieces.join(''), asked()]).toEqual(['We are open from Mon', [1, 0]]);
  });

  it('when it was stopped because it repeats itself, then it is not called again', async () => {
    const babble: Script = { says: ['again '], fails: new CutMessage(false, 'repetition') };
    const { worded, asked, attempts } = steady([babble, { says: ['more'] }]);
    expect(await worded()).toBe('again ');
    expect(asked()).toEqual([1]);
    expect(attempts.at(-1)?.failure).toBe('bad_output');
  });
});

it('given an unused message, then the model of its last request is told', () => {
  const { port, inVain } = steady([], []);
  port.onUnusedMessage({ model: 'p/m1', reason: 'moved_on' });
  expect(inVain()).toEqual([0, 1]);
  port.onUnusedMessage({ model: 'p/m0', reason: 'moved_on' });
  expect(inVain()).toEqual([1, 1]);
});
