import { attempt } from '../../test/attempts.js';
import { actionState, graphOf } from '../../test/graphs.js';
import { turnPorts } from '../../test/turn-ports.js';
import { testHash, turnInput, userSays } from '../../test/turns.js';
import {
  defaultTurnLimits,
  TurnRecorder,
  type AttemptListener,
  type CommitAnswer,
  type EngageRequest,
  type Judgement,
  type JudgeRequest,
  type UnusedMessage,
  type ModelPort,
  type Commit,
  type TurnLimits,
} from '../index.js';
import { runTurn } from './run-turn.js';

const graph = graphOf([
  actionState('desk', { exitConditions: [{ description: 'The title is known', nextState: 'shelf' }] }),
  actionState('shelf', { exitConditions: [{ description: 'It is found', nextState: 'end' }] }),
  actionState('end'),
]);

/**
 * Delays its judgement of the shelf until a test releases it. Of the message for the shelf it gives one piece, then nothing
 * until it is stopped.
 */
class HesitantModel implements ModelPort {
  readonly name = 'hesitant/test';
  readonly settings = {};
  readonly ofShelf = Promise.withResolvers<Judgement>();
  readonly isSaying = Promise.withResolvers<void>();
  readonly inVain: UnusedMessage[] = [];
  rest = Promise.withResolvers<string>();

  onUnusedMessage(message: UnusedMessage): void {
    this.inVain.push(message);
  }

  async judge({ task }: JudgeRequest, _signal: AbortSignal, onAttempt: AttemptListener): Promise<Judgement> {
    const isOfShelf = task.state.name === 'shelf';
    const judgement = isOfShelf ? await this.ofShelf.promise : { choice: 'exit_1', reason: 'so' };
    onAttempt(attempt([]));
    return judgement;
  }

  async *generate({ task }: EngageRequest, signal: AbortSignal, onAttempt: AttemptListener) {
    if (task.state.name === 'end') {
      yield 'Goodbye.';
      onAttempt(attempt(['Goodbye.']));
      return;
    }
    const stopped = Promise.withResolvers<never>();
    signal.addEventListener('abort', () => stopped.reject(signal.reason as Error));
    try {
      yield 'On the';
      this.isSaying.resolve();
      const rest = await Promise.race([this.rest.promise, stopped.promise]);
      yield rest;
      onAttempt(attempt(['On the', rest]));
    } catch (error) {
      onAttempt(attempt(['On the'], { failure: 'cancelled' }));
      throw error;
    }
  }
}

/** A turn that words the shelf's message while the shelf is judged, read as far as its pieces come. */
async function sayingAhead(
  model: HesitantModel,
  {
    signal = new AbortController().signal,
    limits = {},
    answer = () => 'acknowledged',
  }: {
    readonly signal?: AbortSignal;
    readonly limits?: Partial<TurnLimits>;
    readonly answer?: () => CommitAnswer;
  } = {},
) {
  const recorder = new TurnRecorder(testHash);
  const commits: Commit[] = [];
  const commit = async (left: Commit) => {
    commits.push(left);
    return answer();
  };
  const request = turnInput(graph, {
    currentState: 'desk',
    input: userSays('Moby Dick'),
    limits: { ...defaultTurnLimits, ...limits },
  });
  const turn = runTurn(request, turnPorts(model, recorder, { commit }), signal);
  const heard: string[] = [];
  const result = (async () => {
    for (;;) {
      const step = await turn.next();
      if (step.done) return step.value;
      if (step.value.type === 'message-piece') heard.push(step.value.text);
    }
  })();
  await model.isSaying.promise;
  return { recorder, heard, result, commits };
}

describe('given a message that is worded while its state is still judged', () => {
  it('when the turn stays, then the first pieces are sent with the choice, and the rest as it comes', async () => {
    const model = new HesitantModel();
    const { heard, result, recorder } = await sayingAhead(model);
    expect(heard).toEqual([]);
    model.ofShelf.resolve({ choice: 'action_1', reason: 'so' });
    model.rest.resolve(' left.');
    expect((await result).message).toBe('On the left.');
    expect(heard).toEqual(['On the', ' left.', '']);
    expect(recorder.calls().map(({ kind, failure }) => [kind, failure])).toEqual([
      ['navigate', null],
      ['navigate', null],
      ['engage', null],
    ]);
    expect(model.inVain).toEqual([]);
  });

  it('when the turn leaves, then its model is stopped in the middle of a piece, and its cost is stored', async () => {
    const model = new HesitantModel();
    const { heard, result, commits } = await sayingAhead(model);
    model.ofShelf.resolve({ choice: 'exit_1', reason: 'so' });
    expect((await result).message).toBe('Goodbye.');
    expect(heard).toEqual(['Goodbye.', '']);
    expect(commits[0]?.calls.map(({ id, failure }) => [id, failure])).toEqual([
      ['i1/m.navigate.desk.1', null],
      ['i1/m.navigate.shelf.1', null],
      ['i1/m.engage.shelf.1', 'cancelled'],
      ['i1/m.engage.end.1', null],
    ]);
    expect(commits[0]?.calls[2]?.attempts).toEqual([attempt(['On the'], { failure: 'cancelled' })]);
    expect(commits[0]?.facts.filter(({ type }) => type === 'model-failed')).toEqual([]);
    expect(model.inVain).toEqual([{ model: 'hesitant/test', reason: 'moved_on' }]);
  });

  it('when it is already too long at the choice, then its model is stopped in the middle of a piece', async () => {
    const model = new HesitantModel();
    const { heard, result, commits } = await sayingAhead(model, { limits: { maxMessageCharacters: 3 } });
    model.ofShelf.resolve({ choice: 'action_1', reason: 'so' });
    expect(await result).toMatchObject({ message: 'On ', isCut: true });
    expect(heard).toEqual(['On ', '']);
    expect(commits[0]?.calls.at(-1)).toMatchObject({ failure: null, attempts: [{ failure: 'cancelled' }] });
    expect(commits[0]?.facts.filter(({ type }) => type === 'model-failed')).toEqual([]);
  });

  it('when the reader stops reading, then its model is stopped in the middle of a piece', async () => {
    const model = new HesitantModel();
    const recorder = new TurnRecorder(testHash);
    const request = turnInput(graph, { currentState: 'desk', input: userSays('Moby Dick') });
    const turn = runTurn(request, turnPorts(model, recorder), new AbortController().signal);
    const hasLeft = (async () => {
      for await (const signal of turn) if (signal.type === 'message-piece') break;
    })();
    await model.isSaying.promise;
    model.ofShelf.resolve({ choice: 'action_1', reason: 'so' });
    await hasLeft;
    expect(recorder.calls().at(-1)).toMatchObject({
      failure: 'cancelled',
      attempts: [{ failure: 'cancelled' }],
    });
    expect(model.inVain).toEqual([{ model: 'hesitant/test', reason: 'turn_cancelled' }]);
  });

  it('when the turn is cancelled, then its model is stopped, and nothing is sent', async () => {
    const model = new HesitantModel();
    const cancel = new AbortController();
    const { heard, result, recorder } = await sayingAhead(model, { signal: cancel.signal });
    cancel.abort(new Error('The client went away.'));
    model.ofShelf.reject(cancel.signal.reason);
    await expect(result).rejects.toThrow('The client went away.');
    expect(heard).toEqual([]);
    expect(recorder.calls().at(-1)).toMatchObject({
      kind: 'engage',
      failure: 'cancelled',
      attempts: [{ failure: 'cancelled' }],
    });
    expect(model.inVain).toEqual([{ model: 'hesitant/test', reason: 'turn_cancelled' }]);
  });

  it.each<[string, () => CommitAnswer, readonly string[]]>([
    ['is refused', () => ({ refused: new Error('It was taken over.') }), ['turn_failed']],
    ['has an unknown outcome', () => fail('The database is away.'), []],
  ])(
    'when it is said and its commit %s, then it was worded in vain as far as is known',
    async (_what, answer, reasons) => {
      const model = new HesitantModel();
      const { result } = await sayingAhead(model, { answer });
      model.ofShelf.resolve({ choice: 'action_1', reason: 'so' });
      model.rest.resolve(' left.');
      await expect(result).rejects.toThrow();
      expect(model.inVain.map(({ reason }) => reason)).toEqual(reasons);
    },
  );
});

function fail(words: string): never {
  throw new Error(words);
}
