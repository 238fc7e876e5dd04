import { attempt } from '../../test/attempts.js';
import { actionState, graphOf } from '../../test/graphs.js';
import { placeOf, resultIn, outline, testHash, turnInput, userSays } from '../../test/turns.js';
import { ModelError } from '../model/model-error.js';
import type { TurnCommand } from '../protocol/turn-command.js';
import { turnBegan } from '../protocol/turn-fact.js';
import { TurnRecorder } from '../recording/turn-recorder.js';
import { defaultTurnLimits } from '../input/turn-request.js';
import { TurnMachine } from './turn-machine.js';

const judging = 'i1/m.navigate.desk.1';
const wording = 'i1/m.engage.shelf.1';
const graph = graphOf([
  actionState('desk', { exitConditions: [{ description: 'The title is known', nextState: 'shelf' }] }),
  actionState('shelf'),
  actionState('end'),
]);
const atMs = Date.UTC(2026, 10, 22);
const limits = { ...defaultTurnLimits, maxMessageCharacters: 7, maxJudgedEntries: 0 };

/** A turn at the desk that has begun. */
function begun() {
  const recorder = new TurnRecorder(testHash);
  const request = turnInput(graph, { currentState: 'desk', input: userSays('Moby Dick'), limits });
  const machine = new TurnMachine(request, { name: 'some/model', settings: {} }, recorder);
  return { machine, recorder, commands: machine.feed({ ...turnBegan(request), atMs }) };
}

/** One line for each command. */
function told(commands: readonly TurnCommand[]): readonly string[] {
  return commands.flatMap((command) => {
    switch (command.type) {
      case 'tell':
        return outline([command.signal]);
      case 'call-model':
        return `call ${command.request.callId}`;
      case 'stop-model':
      case 'cancel':
      case 'set-timer':
      case 'call-tool':
      case 'cancel':
      case 'rule':
        return `${command.type} ${command.id}`;
      case 'commit':
        return `commit ${command.id}`;
      case 'end-turn':
        return `end ${command.end.outcome}`;
    }
  });
}

function chose(choice: string) {
  return { type: 'model-judged', id: judging, judgement: { choice, reason: 'because' }, atMs } as const;
}

function said(text: string) {
  return { type: 'model-delta', id: wording, text, atMs } as const;
}

const attempted = { type: 'model-attempted', id: wording, attempt: attempt(['Here.']), atMs } as const;
const ended = { type: 'model-ended', id: wording, atMs } as const;
const acknowledged = { type: 'commit-acknowledged', id: 'i1/c.1', atMs } as const;
const committing = 'commit i1/c.1';
const piece = ['engage-user-message-fragment-generated', 'message-piece'];

/** The message is requested. */
function wordingBegun() {
  const turn = begun();
  turn.machine.feed({ type: 'model-attempted', id: judging, attempt: attempt([]), atMs });
  turn.machine.feed(chose('exit_1'));
  return turn;
}

describe('given a turn that begins', () => {
  it('then its first judgement is requested, and nothing is sent before', () => {
    expect(told(begun().commands)).toEqual([`call ${judging}`]);
  });

  it('when the judgement comes, then the transitions are sent and the message is requested, at once', () => {
    const { machine } = begun();
    machine.feed({ type: 'model-attempted', id: judging, attempt: attempt([]), atMs });
    expect(told(machine.feed(chose('exit_1')))).toEqual([
      'navigate-state-machine-exit-condition-selected',
      'navigate-state-machine-state-transitioned',
      'state-transitioned',
      'navigate-state-machine-action-state-action-selected',
      `call ${wording}`,
    ]);
  });

  it('when the model fails, then the turn ends with that failure, and nothing is left to cancel', () => {
    const error = new ModelError('rate_limited');
    const { machine, recorder } = begun();
    expect(machine.feed({ type: 'model-failed', id: judging, failure: error, atMs })).toEqual([
      { type: 'end-turn', end: { outcome: 'failed', failure: error } },
    ]);
    expect(recorder.calls()).toMatchObject([{ id: judging, failure: 'rate_limited' }]);
  });
});

it('a turn begins once, and before anything else comes', () => {
  const { machine } = begun();
  const again = { type: 'turn-began', interactionId: 'i2', input: { kind: 'skip' }, atMs } as const;
  expect(() => machine.feed(again)).toThrow(new TypeError('A turn begins once.'));
  const model = { name: 'some/model', settings: {} };
  const fresh = new TurnMachine(turnInput(graph), model, new TurnRecorder(testHash));
  expect(() => fresh.feed(ended)).toThrow(new TypeError('model-ended came before the turn began.'));
});

it('when a response of another kind comes, then that is rejected', () => {
  expect(() => begun().machine.feed({ ...ended, id: judging })).toThrow(
    new TypeError('A judgement was asked for, and model-ended came.'),
  );
  expect(() => wordingBegun().machine.feed({ ...chose('exit_1'), id: wording })).toThrow(
    new TypeError('Words were asked for, and model-judged came.'),
  );
});

describe('given a message under way', () => {
  it('when pieces come, then each is sent at once, and the rest is committed when the model has ended', () => {
    const { machine } = wordingBegun();
    expect(told(machine.feed(said('Here')))).toEqual(piece);
    expect(told(machine.feed(said('.')))).toEqual(piece);
    expect(told(machine.feed(attempted))).toEqual([]);
    expect(told(machine.feed(ended))).toEqual([...piece, committing]);
  });

  it('when it is too long, then the model is stopped, and the turn is committed after that', () => {
    const { machine, recorder } = wordingBegun();
    expect(told(machine.feed(said('Here it is.')))).toEqual([...piece, `stop-model ${wording}`]);
    expect(told(machine.feed(said(' And more.')))).toEqual([]);
    machine.feed(attempted);
    expect(told(machine.feed(ended))).toEqual([...piece, committing]);
    expect(recorder.calls()[1]).toMatchObject({ failure: null, attempts: [{ pieces: ['Here.'] }] });
  });

  it('when its last attempt has failed and it still ends, then it is cut there, and shows it', () => {
    const { machine } = wordingBegun();
    machine.feed(said('We are'));
    machine.feed({ ...attempted, attempt: attempt(['We are'], { failure: 'unavailable' }) });
    expect(told(machine.feed(ended))).toEqual([...piece, ...piece, committing]);
  });

  it('when the turn is cancelled, then the call is cancelled, and only its cost is still accepted', () => {
    const { machine, recorder } = wordingBegun();
    machine.feed(said('Here'));
    expect(told(machine.feed({ type: 'cancelled', atMs }))).toEqual([`cancel ${wording}`, 'end cancelled']);
    for (const late of [said('.'), ended, attempted]) expect(machine.feed(late)).toEqual([]);
    expect(recorder.calls()[1]).toMatchObject({ failure: 'cancelled', attempts: [{ pieces: ['Here.'] }] });
  });

  it('when responses come twice, late, or for unknown calls, then they change nothing', () => {
    const { machine } = wordingBegun();
    for (const fact of [chose('action_1'), chose('nonsense'), { ...said('?'), id: 'i1/m.engage.desk.1' }])
      expect(machine.feed(fact)).toEqual([]);
    expect(told(machine.feed(said('Here')))).toEqual(piece);
  });
});

describe('given a commit under way', () => {
  function committed() {
    const turn = wordingBegun();
    for (const fact of [said('Here.'), attempted]) turn.machine.feed(fact);
    const commands = turn.machine.feed(ended);
    return { ...turn, commit: commands.find((command) => command.type === 'commit')?.commit };
  }

  it('then it has the message, and the calls with their cost', () => {
    const { commit, recorder } = committed();
    expect(commit).toEqual({
      contents: {
        type: 'turn',
        result: expect.objectContaining({ message: 'Here.', place: placeOf('shelf') }),
      },
      notes: [],
      calls: recorder.calls(),
      facts: recorder.facts(),
    });
  });

  it('when it is acknowledged, then the turn completes with what was committed', () => {
    const { machine, commit } = committed();
    expect(machine.feed(acknowledged)).toEqual([
      { type: 'end-turn', end: { outcome: 'completed', result: resultIn(commit!) } },
    ]);
  });

  it('when it is refused, then the turn ends with the reason', () => {
    const error = new Error('taken over');
    const { machine } = committed();
    expect(machine.feed({ type: 'commit-refused', id: 'i1/c.1', failure: error, atMs })).toEqual([
      { type: 'end-turn', end: { outcome: 'refused', failure: error } },
    ]);
  });

  it('when the turn is cancelled during the commit, then it still waits for the outcome', () => {
    const { machine } = committed();
    expect(machine.feed({ type: 'cancelled', atMs })).toEqual([]);
    expect(told(machine.feed(acknowledged))).toEqual(['end completed']);
  });

  it('when outcomes of other commits come, then they change nothing', () => {
    const { machine } = committed();
    expect(machine.feed({ ...acknowledged, id: 'i2/c.1' })).toEqual([]);
    expect(told(machine.feed(acknowledged))).toEqual(['end completed']);
  });
});

it('given a place in another graph, or in another version of it, when a turn begins there, then it fails as unknown', () => {
  for (const elsewhere of [
    ['65f000000000000000000002', 3],
    ['65f000000000000000000001', 4],
  ] as const) {
    const request = { ...turnInput(graph), place: { graph: elsewhere, state: 'desk' } };
    const machine = new TurnMachine(
      request,
      { name: 'some/model', settings: {} },
      new TurnRecorder(testHash),
    );
    expect(machine.feed({ ...turnBegan(request), atMs })).toMatchObject([
      { type: 'end-turn', end: { outcome: 'failed', failure: { kind: 'unknown_state' } } },
    ]);
  }
});
