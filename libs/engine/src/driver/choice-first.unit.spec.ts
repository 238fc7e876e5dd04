import { attempt } from '../../test/attempts.js';
import { ManualTimers } from '../../test/manual-timers.js';
import { actionState, graphOf } from '../../test/graphs.js';
import { turnPorts } from '../../test/turn-ports.js';
import { testHash, turnInput, userSays } from '../../test/turns.js';
import {
  lostReason,
  ModelError,
  TurnRecorder,
  type AttemptListener,
  type ChoiceListener,
  type EngageRequest,
  type Judgement,
  type JudgeRequest,
  type ModelPort,
  type TurnResult,
} from '../index.js';
import { maxReasonMs } from '../turn/await-calls.js';
import { runTurn } from './run-turn.js';

const graph = graphOf([
  actionState('desk', {
    actions: ['Ask for the title', 'Offer a seat'],
    exitConditions: [{ description: 'The user leaves', nextState: 'bye' }],
  }),
  actionState('bye'),
]);

/** Gives its choice at once, and its reason when a test allows it. */
class ThinkingModel implements ModelPort {
  readonly name = 'thinking/test';
  readonly settings = {};
  readonly reason = Promise.withResolvers<Judgement>();
  readonly worded: EngageRequest[] = [];
  wording: () => AsyncIterable<string> = async function* () {
    yield 'Goodbye.';
  };
  judgementSignal: AbortSignal | null = null;
  wordingSignal: AbortSignal | null = null;

  async judge(
    _request: JudgeRequest,
    signal: AbortSignal,
    onAttempt: AttemptListener,
    onChoice: ChoiceListener = () => undefined,
  ): Promise<Judgement> {
    this.judgementSignal = signal;
    onChoice('exit_1');
    const stopped = Promise.withResolvers<never>();
    signal.addEventListener('abort', () => stopped.reject(signal.reason as Error));
    try {
      const judgement = await Promise.race([this.reason.promise, stopped.promise]);
      onAttempt(attempt([JSON.stringify(judgement)]));
      return judgement;
    } catch (error) {
      onAttempt(attempt(['{"choice":"exit_1"'], { failure: signal.aborted ? 'cancelled' : 'timeout' }));
      throw error;
    }
  }

  async *generate(request: EngageRequest, signal: AbortSignal, onAttempt: AttemptListener) {
    this.wordingSignal = signal;
    this.worded.push(request);
    yield* this.wording();
    onAttempt(attempt(['Goodbye.']));
  }
}

function turnWith(
  model: ModelPort,
  signal = new AbortController().signal,
  changes: Parameters<typeof turnPorts>[2] = {},
) {
  const recorder = new TurnRecorder(testHash);
  const request = turnInput(graph, { currentState: 'desk', input: userSays('I must go') });
  return { recorder, turn: runTurn(request, turnPorts(model, recorder, changes), signal) };
}

/** Reads to the piece that ends the message. */
async function heardOut({ turn }: ReturnType<typeof turnWith>): Promise<string> {
  let text = '';
  for (;;) {
    const step = await turn.next();
    if (step.done) throw new Error('The turn has ended before its message.');
    if (step.value.type !== 'message-piece') continue;
    if (step.value.isFinal) return text;
    text += step.value.text;
  }
}

async function resultOf({ turn }: ReturnType<typeof turnWith>): Promise<TurnResult> {
  const step = await turn.next();
  if (!step.done) throw new Error(`There was still ${step.value.type}.`);
  return step.value;
}

describe('given a model whose choice is known before its reason', () => {
  it('then the message is sent before the reason is complete, and both are recorded in the order in which they came', async () => {
    const model = new ThinkingModel();
    const running = turnWith(model);
    expect(await heardOut(running)).toBe('Goodbye.');
    model.reason.resolve({ choice: 'exit_1', reason: 'They said so.' });
    const { decisions, place } = await resultOf(running);
    expect(place.state).toBe('bye');
    expect(decisions).toMatchObject([
      { verdict: { kind: 'exit', nextState: 'bye' }, reason: 'They said so.', judgedBy: 'model' },
      { judgedBy: 'only-choice' },
    ]);
    expect(running.recorder.calls()[0]).toMatchObject({
      judgement: { choice: 'exit_1', reason: 'They said so.' },
      attempts: [{ pieces: ['{"choice":"exit_1","reason":"They said so."}'] }],
      failure: null,
    });
    expect(running.recorder.facts().map(({ type }) => type)).toEqual([
      'turn-began',
      'model-chose',
      'model-said',
      'model-attempted',
      'model-ended',
      'model-attempted',
      'model-judged',
    ]);
  });

  it('when the reason belongs to another choice, then the choice stays and its reason is lost', async () => {
    const model = new ThinkingModel();
    const running = turnWith(model);
    await heardOut(running);
    model.reason.resolve({ choice: 'action_1', reason: 'They want a book.' });
    const { decisions, place } = await resultOf(running);
    expect(place.state).toBe('bye');
    expect(decisions[0]).toMatchObject({ verdict: { nextState: 'bye' }, reason: lostReason });
    expect(running.recorder.calls()[0]?.judgement).toEqual({ choice: 'exit_1', reason: lostReason });
  });

  it('when the reason is too long, then its first 500 characters are kept', async () => {
    const model = new ThinkingModel();
    const running = turnWith(model);
    await heardOut(running);
    model.reason.resolve({ choice: 'exit_1', reason: 'because '.repeat(100) });
    const { decisions } = await resultOf(running);
    expect(decisions[0]?.reason).toBe('because '.repeat(100).slice(0, 500));
  });

  it('when both have ended, then neither is stopped', async () => {
    const model = new ThinkingModel();
    model.reason.resolve({ choice: 'exit_1', reason: 'They said so.' });
    const running = turnWith(model);
    await heardOut(running);
    await resultOf(running);
    expect([model.judgementSignal?.aborted, model.wordingSignal?.aborted]).toEqual([false, false]);
  });

  it('when the reason fails, then only the reason is lost, and the record shows it', async () => {
    const model = new ThinkingModel();
    const running = turnWith(model);
    await heardOut(running);
    model.reason.reject(new ModelError('timeout'));
    const { message, decisions } = await resultOf(running);
    expect([message, decisions[0]?.reason]).toEqual(['Goodbye.', lostReason]);
    expect(running.recorder.calls()[0]).toMatchObject({
      judgement: { choice: 'exit_1', reason: lostReason },
      attempts: [{ failure: 'timeout' }],
      failure: null,
    });
  });

  it('when the reason never comes, then the turn ends within its bound, and the judgement is stopped and recorded', async () => {
    const model = new ThinkingModel();
    const timers = new ManualTimers();
    const running = turnWith(model, undefined, { timers });
    await heardOut(running);
    const result = resultOf(running);
    await new Promise((resolve) => setImmediate(resolve));
    timers.pass(maxReasonMs);
    expect((await result).decisions[0]?.reason).toBe(lostReason);
    expect(running.recorder.calls()[0]).toMatchObject({
      judgement: { choice: 'exit_1', reason: lostReason },
      attempts: [{ failure: 'cancelled' }],
      failure: null,
    });
    expect(timers.pending).toBe(0);
  });

  it('when the turn is cancelled before the reason, then the judgement ends with it, and its cost is recorded', async () => {
    const cancel = new AbortController();
    const model = new ThinkingModel();
    const running = turnWith(model, cancel.signal);
    await heardOut(running);
    const end = running.turn.next();
    cancel.abort(new Error('The client went away.'));
    await expect(end).rejects.toThrow('The client went away.');
    expect(running.recorder.calls()).toMatchObject([
      { judgement: null, failure: 'cancelled', attempts: [{ failure: 'cancelled' }] },
      { failure: null },
    ]);
  });

  it('when the message fails before the reason, then the turn fails at once, and the judgement is stopped', async () => {
    const model = new ThinkingModel();

    model.wording = async function* () {
      throw new ModelError('unavailable');
    };
    const running = turnWith(model);
    await expect(heardOut(running)).rejects.toMatchObject({ kind: 'unavailable' });
    expect([model.judgementSignal?.aborted, model.wordingSignal?.aborted]).toEqual([true, false]);
    expect(running.recorder.calls()[0]).toMatchObject({
      failure: 'cancelled',
      attempts: [{ failure: 'cancelled' }],
    });
  });
});
