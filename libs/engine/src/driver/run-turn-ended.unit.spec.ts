import { attempt } from '../../test/attempts.js';
import { library } from '../../test/library.js';
import { ScriptedModel } from '../../test/scripted-model.js';
import { turnPorts } from '../../test/turn-ports.js';
import { resultIn, takeTurn, testHash, turnInput } from '../../test/turns.js';
import { TurnRecorder } from '../recording/turn-recorder.js';
import type { Commit } from '../protocol/turn-command.js';
import type { CommitAnswer } from './driver.js';
import { runTurn } from './run-turn.js';

describe('given a turn that is cancelled', () => {
  const reason = new Error('the client went away');

  it('when it has not begun, then no model is called', async () => {
    const model = new ScriptedModel();
    await expect(takeTurn(turnInput(library()), model, AbortSignal.abort(reason))).rejects.toBe(reason);
    expect(model.judged).toEqual([]);
  });

  it('when the message is under way, then it throws the reason and closes the stream of the model', async () => {
    const cancel = new AbortController();
    const model = new ScriptedModel({ choices: ['Offer a seat'], pieces: ['one', 'two', 'three'] });
    const turn = runTurn(turnInput(library()), turnPorts(model, new TurnRecorder(testHash)), cancel.signal);
    await turn.next();
    await turn.next();
    cancel.abort(reason);
    await turn.next();
    await expect(turn.next()).rejects.toBe(reason);
    expect(model.isClosed).toBe(true);
    expect(model.signals.map((signal) => signal.reason as unknown)).toEqual([reason, reason]);
  });

  it('when it has not begun, then no signal is sent', async () => {
    const request = turnInput({ ...library(), newUserInitialState: 'shelf' });
    const ports = turnPorts(new ScriptedModel(), new TurnRecorder(testHash));
    await expect(runTurn(request, ports, AbortSignal.abort(reason)).next()).rejects.toBe(reason);
  });

  it('when the message is in progress, then no more of it is requested, and its cost is recorded', async () => {
    const cancel = new AbortController();
    const recorder = new TurnRecorder(testHash);
    const model = new ScriptedModel({ choices: ['Offer a seat'], pieces: ['one', 'two', 'three'] });
    const turn = runTurn(turnInput(library()), turnPorts(model, recorder), cancel.signal);
    for (let step = 0; step < 3; step += 1) await turn.next();
    cancel.abort(reason);
    await expect(turn.next()).rejects.toBe(reason);
    expect(model.pulled).toBe(1);
    expect(recorder.calls().at(-1)).toMatchObject({ failure: 'cancelled', attempts: [{ pieces: ['one'] }] });
  });

  it('when a judgement is in progress, then its attempts are recorded', async () => {
    const cancel = new AbortController();
    const recorder = new TurnRecorder(testHash);
    const model = new ScriptedModel();
    model.judge = (_request, _signal, onAttempt) => {
      cancel.abort(reason);
      onAttempt(attempt(['{"choi'], { failure: 'cancelled' }));
      return Promise.reject(reason);
    };
    await expect(
      runTurn(turnInput(library()), turnPorts(model, recorder), cancel.signal).next(),
    ).rejects.toBe(reason);
    expect(recorder.calls()).toMatchObject([{ failure: 'cancelled', attempts: [{ pieces: ['{"choi'] }] }]);
  });

  it('when the reader stops reading, then the stream of the model is closed', async () => {
    const model = new ScriptedModel({ choices: ['Offer a seat'] });
    const turn = runTurn(
      turnInput(library()),
      turnPorts(model, new TurnRecorder(testHash)),
      new AbortController().signal,
    );
    for (let step = 0; step < 3; step += 1) await turn.next();
    await turn.return(undefined as never);
    expect(model.isClosed).toBe(true);
  });
});

describe('given a turn that has reached its commit', () => {
  const reason = new Error('the client went away');

  function taken(commit: (commit: Commit) => Promise<CommitAnswer>, signal = new AbortController().signal) {
    const model = new ScriptedModel({ choices: ['Offer a seat'], pieces: ['Sit down.'] });
    return runTurn(turnInput(library()), turnPorts(model, new TurnRecorder(testHash), { commit }), signal);
  }

  async function ended(turn: ReturnType<typeof runTurn>) {
    for (;;) {
      const step = await turn.next();
      if (step.done) return step.value;
    }
  }

  it('then what it returns is what was committed, with its calls', async () => {
    const commits: Commit[] = [];
    const result = await ended(
      taken((commit) => {
        commits.push(commit);
        return Promise.resolve('acknowledged');
      }),
    );
    expect(commits.map(resultIn)).toEqual([result]);
    expect(commits[0]?.calls.map(({ id }) => id)).toEqual([
      'i1/m.select-action.desk.1',
      'i1/m.engage.desk.1',
    ]);
  });

  it('when it is refused, then the reason is thrown', async () => {
    const refused = new Error('taken over');
    await expect(ended(taken(() => Promise.resolve({ refused })))).rejects.toBe(refused);
  });

  it('when the outcome is unknown, then the turn ends with that error', async () => {
    const unknown = new Error('the answer was lost');
    await expect(ended(taken(() => Promise.reject(unknown)))).rejects.toBe(unknown);
  });

  it('when it is cancelled during the commit, then the commit counts', async () => {
    const cancel = new AbortController();
    const turn = taken(() => {
      cancel.abort(reason);
      return Promise.resolve('acknowledged');
    }, cancel.signal);
    expect(await ended(turn)).toMatchObject({ message: 'Sit down.' });
  });

  it('when it was cancelled before, with all pieces sent, then nothing is committed', async () => {
    const cancel = new AbortController();
    const commits: Commit[] = [];
    const turn = taken((commit) => {
      commits.push(commit);
      return Promise.resolve('acknowledged');
    }, cancel.signal);
    for (;;) {
      const { value } = await turn.next();
      if (value && 'isFinal' in value && value.isFinal) break;
    }
    cancel.abort(reason);
    await expect(turn.next()).rejects.toBe(reason);
    expect(commits).toEqual([]);
  });
});
