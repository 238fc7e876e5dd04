import { attempt } from '../../test/attempts.js';
import { actionState, graphOf } from '../../test/graphs.js';
import { resultIn, testHash, turnInput, userSays } from '../../test/turns.js';
import { ModelError, type ModelErrorKind } from '../model/model-error.js';
import type { ModelIdentity } from '../model/model-port.js';
import type { TurnCommand } from '../protocol/turn-command.js';
import { turnBegan, type TurnFact } from '../protocol/turn-fact.js';
import { TurnRecorder } from '../recording/turn-recorder.js';
import { maxReasonMs } from './await-calls.js';
import type { ContextGraph } from '../graph/context-graph.js';
import { defaultTurnLimits, type TurnLimits } from '../input/turn-request.js';
import { TurnMachine } from './turn-machine.js';

/** desk → shelf → door → end; each is left when its question is answered. */
const row = (ofShelf: readonly string[] = ['Name the shelf']) =>
  graphOf([
    actionState('desk', { exitConditions: [{ description: 'The title is known', nextState: 'shelf' }] }),
    actionState('shelf', {
      actions: ofShelf,
      exitConditions: [{ description: 'It is found', nextState: 'door' }],
    }),
    actionState('door', { exitConditions: [{ description: 'They leave', nextState: 'end' }] }),
    actionState('end'),
  ]);
const judging = 'i1/m.navigate.shelf.1';
const wording = 'i1/m.engage.shelf.1';
const next = ['call i1/m.navigate.door.1', 'call i1/m.engage.door.1'];

interface Setting {
  readonly graph?: ContextGraph;
  readonly limits?: Partial<TurnLimits>;
  readonly model?: ModelIdentity;
  readonly isGated?: boolean;
}

/** A turn that has just entered the shelf. */
function entered({ graph = row(), limits, model, isGated = false }: Setting = {}) {
  const recorder = new TurnRecorder(testHash);
  const request = turnInput(graph, {
    currentState: 'desk',
    input: userSays('Moby Dick'),
    limits: { ...defaultTurnLimits, ...limits },
  });
  const machine = new TurnMachine(request, model ?? { name: 'some/model', settings: {} }, recorder);
  const feed = (fact: TurnFact) => told(machine.feed({ ...fact, atMs: 0 }));
  const judged = (id: string, choice: string) => {
    feed({ type: 'model-attempted', id, attempt: attempt([]) });
    return feed({ type: 'model-judged', id, judgement: { choice, reason: 'so' } });
  };
  const worded = (id: string, ...texts: readonly string[]) => {
    const heard = texts.flatMap((text) => feed({ type: 'model-delta', id, text }));
    return [
      ...heard,
      ...feed({ type: 'model-attempted', id, attempt: attempt(texts) }),
      ...feed({ type: 'model-ended', id }),
    ];
  };
  feed(turnBegan(request, isGated));
  const commands = judged('i1/m.navigate.desk.1', 'exit_1');
  return { recorder, feed, judged, worded, commands };
}

/** One line for each command that a caller or a model sees. */
function told(commands: readonly TurnCommand[]): readonly string[] {
  return commands.flatMap((command) => {
    switch (command.type) {
      case 'tell':
        return command.signal.type === 'message-piece' ? [`say "${command.signal.text}"`] : [];
      case 'call-model':
        return [`call ${command.request.callId}`];
      case 'rule':
        return [`rule "${command.unsaid.text}"`];
      case 'commit':
        return [`commit "${resultIn(command.commit).message}"`];
      case 'end-turn':
        return [`end ${command.end.outcome}`];
      default:
        return [`${command.type} ${command.id}`];
    }
  });
}

const failed = (kind: ModelErrorKind): TurnFact => ({
  type: 'model-failed',
  id: wording,
  failure: new ModelError(kind),
});

describe('given a state that a turn has just entered', () => {
  it('then its message is requested at once, after its judgement', () => {
    expect(entered().commands).toEqual([`call ${judging}`, `call ${wording}`]);
  });

  it('when the choice is to stay, then the first pieces are sent at once, and the rest as it comes', () => {
    const { feed, worded } = entered();
    expect(feed({ type: 'model-delta', id: wording, text: 'On the' })).toEqual([]);
    expect(feed({ type: 'model-delta', id: wording, text: ' left' })).toEqual([]);
    expect(feed({ type: 'model-chose', id: judging, choice: 'action_1' })).toEqual([
      'say "On the"',
      'say " left"',
    ]);
    expect(worded(wording, '.').slice(0, 2)).toEqual(['say "."', 'say ""']);
  });

  it('when the message has already ended, then the turn is complete with the choice', () => {
    const { judged, worded, recorder } = entered();
    expect(worded(wording, 'On the left.')).toEqual([]);
    expect(judged(judging, 'action_1')).toEqual(['say "On the left."', 'say ""', 'commit "On the left."']);
    expect(recorder.calls().map(({ failure }) => failure)).toEqual([null, null, null]);
  });

  it('when the choice is to leave, then the message is cancelled, none of it is sent, and the turn continues', () => {
    const { feed, judged, worded, recorder } = entered();
    feed({ type: 'model-delta', id: wording, text: 'On the' });
    expect(judged(judging, 'exit_1')).toEqual([`cancel ${wording}`, ...next]);
    expect(feed({ type: 'model-delta', id: wording, text: ' left' })).toEqual([]);
    const tokens = { ...attempt([]).usage, outputTokens: 2 };
    const wasted = attempt(['On the'], { failure: 'cancelled', usage: tokens });
    feed({ type: 'model-attempted', id: wording, attempt: wasted });
    feed({ type: 'model-ended', id: wording });
    judged('i1/m.navigate.door.1', 'action_1');
    expect(worded('i1/m.engage.door.1', 'Goodbye.').at(-1)).toBe('commit "Goodbye."');
    expect(recorder.calls().find(({ id }) => id === wording)).toMatchObject({
      failure: 'cancelled',
      attempts: [wasted],
    });
  });

  it('when the message had already ended, then it is recorded with its cost, as cancelled', () => {
    const { judged, worded, recorder } = entered();
    worded(wording, 'On the left.');
    expect(judged(judging, 'exit_1')).toEqual(next);
    expect(recorder.calls().find(({ id }) => id === wording)).toMatchObject({
      failure: 'cancelled',
      attempts: [{ pieces: ['On the left.'], failure: null }],
    });
  });

  it('when its judgement fails, then the turn fails as it would without the message, which is cancelled', () => {
    const { feed } = entered();
    const error = new ModelError('timeout');
    expect(feed({ type: 'model-failed', id: judging, failure: error })).toEqual([
      `cancel ${wording}`,
      'end failed',
    ]);
  });

  it('when the turn is cancelled, then both are cancelled, and nothing is sent', () => {
    const { feed } = entered();
    feed({ type: 'model-delta', id: wording, text: 'On the' });
    expect(feed({ type: 'cancelled' }).toSorted()).toEqual([
      `cancel ${wording}`,
      `cancel ${judging}`,
      'end cancelled',
    ]);
  });
});

describe('given a message that fails while its state is still judged', () => {
  it('when the choice is to stay, then the turn fails with it', () => {
    const { feed, judged } = entered();
    expect(feed(failed('unavailable'))).toEqual([]);
    expect(judged(judging, 'action_1')).toEqual(['end failed']);
  });

  it('when the choice is to leave, then the failure has no effect', () => {
    const { feed, judged } = entered();
    feed(failed('unavailable'));
    expect(judged(judging, 'exit_1')).toEqual(next);
  });

  it('when it is blank, then that is a failure only if the turn stays', () => {
    const stays = entered();
    stays.worded(wording, '  ');
    expect(stays.judged(judging, 'action_1')).toEqual(['end failed']);
    const leaves = entered();
    leaves.worded(wording, '  ');
    expect(leaves.judged(judging, 'exit_1')).toEqual(next);
  });

  it('when the model found its prompt too long, then it is requested once more, if the turn stays', () => {
    const { feed, judged, worded } = entered();
    feed(failed('context_overflow'));
    expect(judged(judging, 'action_1')).toEqual(['call i1/m.engage.shelf.2']);
    expect(worded('i1/m.engage.shelf.2', 'Left.').at(-1)).toBe('commit "Left."');
  });
});

describe('given a message that is too long', () => {
  const limits = { maxMessageCharacters: 7 };

  it('when it goes on while its state is chosen, then it is cut and its model stopped', () => {
    const { feed, judged } = entered({ limits });
    feed({ type: 'model-delta', id: wording, text: 'On the left' });
    expect(judged(judging, 'action_1')).toEqual(['say "On the "', `stop-model ${wording}`]);
    feed({ type: 'model-attempted', id: wording, attempt: attempt(['On the left']) });
    expect(feed({ type: 'model-ended', id: wording })).toEqual(['say ""', 'commit "On the "']);
  });

  it('when it had ended by then, then there is nothing to stop', () => {
    const { judged, worded } = entered({ limits });
    worded(wording, 'On the left');
    expect(judged(judging, 'action_1')).toEqual(['say "On the "', 'say ""', 'commit "On the "']);
  });
});

it('given policies, then they rule only once the turn stays', () => {
  const { feed, worded, judged } = entered({ isGated: true });
  expect(worded(wording, 'On the left. ')).toEqual([]);
  expect(judged(judging, 'action_1')[0]).toBe('rule "On the left. "');
  expect(feed({ type: 'ruled', id: 'i1/r.1', ruling: { type: 'say' }, policies: [] })).toContain(
    'say "On the left. "',
  );
});

describe('given a cancelled call that has not reported its cost', () => {
  /** Everything is sent, and all else is known. */
  const spoken = () => {
    const turn = entered();
    turn.judged(judging, 'exit_1');
    turn.judged('i1/m.navigate.door.1', 'action_1');
    return { ...turn, last: turn.worded('i1/m.engage.door.1', 'Goodbye.') };
  };
  const timer = 'i1/t.reasons.1';

  it('then the turn is stored once the call has', () => {
    const { feed, last, recorder } = spoken();
    expect(last.at(-1)).toBe(`set-timer ${timer}`);
    feed({ type: 'model-attempted', id: wording, attempt: attempt([], { failure: 'cancelled' }) });
    expect(feed({ type: 'model-ended', id: wording })).toEqual([`cancel ${timer}`, 'commit "Goodbye."']);
    expect(recorder.calls().find(({ id }) => id === wording)?.attempts).toHaveLength(1);
  });

  it(`when it never does, then the turn is stored after ${maxReasonMs} ms`, () => {
    expect(spoken().feed({ type: 'timer-fired', id: timer })).toEqual(['commit "Goodbye."']);
  });
});

describe('a message is worded only after the choice', () => {
  const alone = [`call ${judging}`];

  it('where the state has several actions', () => {
    expect(entered({ graph: row(['Name it', 'Point at it']) }).commands).toEqual(alone);
  });

  it('where the settings of the judging model say so', () => {
    const model = { name: 'some/model', settings: { words_ahead: false } };
    expect(entered({ model }).commands).toEqual(alone);
  });

  it('in turns of earlier versions', () => {
    expect(entered({ limits: { maxMessagesAhead: 0 } }).commands).toEqual(alone);
  });

  it('after as many unused messages as the limit', () => {
    const { commands, judged } = entered({ limits: { maxMessagesAhead: 1 } });
    expect(commands).toEqual([...alone, `call ${wording}`]);
    expect(judged(judging, 'exit_1')).toEqual([`cancel ${wording}`, next[0]]);
  });

  it('in the state where the turn begins, which it usually leaves', () => {
    const request = turnInput(row(), { currentState: 'shelf', input: userSays('There') });
    const machine = new TurnMachine(request, { name: 'm', settings: {} }, new TurnRecorder(testHash));
    expect(told(machine.feed({ ...turnBegan(request), atMs: 0 }))).toEqual(alone);
  });
});
