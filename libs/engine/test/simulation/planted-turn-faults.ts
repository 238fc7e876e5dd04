import { jest } from '@jest/globals';
import { type TurnRecorder, type TurnCommand } from '../../src/index.js';
import { type Commands } from '../../src/commands/commands.js';
import { JudgedExits } from '../../src/turn/judged-exits.js';
import { MessageAhead } from '../../src/turn/message-ahead.js';
import { type MessageText } from '../../src/speech/message-text.js';
import { MessagesAhead } from '../../src/turn/messages-ahead.js';
import { Latch } from '../../src/runtime/latch.js';
import { type GraphStack } from '../../src/turn/graph-stack.js';
import { type Turn } from '../../src/turn/turn.js';
import { type TurnMachine } from '../../src/turn/turn-machine.js';
import { resultIn } from '../turns.js';
import {
  answering,
  begin,
  calls,
  changeFacts,
  changeResult,
  close,
  commands,
  feed,
  giving,
  graphs,
  isCancel,
  isOf,
  isPiece,
  machine,
  message,
  nextId,
  nothing,
  open,
  push,
  type PlantedFault,
  recordedCalls,
  recorder,
  scene,
  setOfCalls,
  state,
  take,
  taking,
  turn,
  type Attempted,
} from './plant.js';

const besideItsJudgement =
  'the message of a state just entered is worded beside its judgement, as often as it may';
const answeredOnce = 'a command is answered once or taken back once';
const asked = 'a call is recorded with what was asked, tried and read';

/** Faults of calls, choices, the message and the commit. */
export const turnFaults: readonly PlantedFault[] = [
  {
    fault: 'a call that nobody waits for is not taken back',
    plant: () => giving((command) => (isCancel(command, 'm') ? [] : [command])),
    foundBy: answeredOnce,
  },
  {
    fault: 'a timer that nobody waits for is not taken back',
    plant: () => giving((command) => (isCancel(command, 't') ? [] : [command])),
    foundBy: answeredOnce,
  },
  {
    fault: 'a command is taken back also when it was answered',
    plant: () =>
      jest.spyOn(commands, 'close').mockImplementation(function (this: Commands, id) {
        const isOpen = this.isOpen(id);
        close.call(this, id);
        if (!isOpen) this.give({ type: 'cancel', id });
      }),
    foundBy: answeredOnce,
  },
  {
    fault: 'answers go to whoever waits, whose ever they are',
    plant: () => {
      let latest = '';
      jest.spyOn(commands, 'open').mockImplementation(function (this: Commands, command) {
        if (command.type === 'call-model') latest = command.id;
        return open.call(this, command);
      });
      answering((fact) => [fact.type.startsWith('model') ? { ...fact, id: latest } : fact]);
    },
    foundBy: 'the message is what the model said',
  },
  {
    fault: 'the end of a message is taken for a judgement',
    plant: () => {
      const judgement = { choice: 'exit_1', reason: 'so' };
      answering((fact) => [
        fact.type === 'model-ended' ? { type: 'model-judged', id: fact.id, judgement } : fact,
      ]);
    },
    foundBy: 'thrown',
  },
  {
    fault: 'what a call has cost that was taken back is not recorded',
    plant: () => {
      const closed = setOfCalls();
      jest.spyOn(commands, 'close').mockImplementation(function (this: Commands, id) {
        closed.add(id);
        close.call(this, id);
      });
      taking((fact) => (closed.has(fact.id) ? null : fact));
    },
    foundBy: asked,
  },
  {
    fault: 'pieces of an attempt are kept as one',
    plant: () => taking(inOnePiece),
    foundBy: asked,
  },
  {
    fault: 'a failure of the model is not recorded',
    plant: () =>
      jest.spyOn(recorder, 'begin').mockImplementation(function (this: TurnRecorder, ...of) {
        return { ...begin.apply(this, of), failed: () => {} };
      }),
    foundBy: asked,
  },
  {
    fault: 'what a judgement was read as is not recorded',
    plant: () =>
      jest.spyOn(recorder, 'begin').mockImplementation(function (this: TurnRecorder, ...of) {
        const call = begin.apply(this, of);
        return { ...call, answered: () => call.answered(null) };
      }),
    foundBy: asked,
  },
  {
    fault: 'calls are named by their place in the turn',
    plant: () =>
      jest.spyOn(commands, 'nextId').mockImplementation(function (this: Commands, subject) {
        return nextId.call(this, subject.startsWith('m.') ? 'm' : subject);
      }),
    foundBy: 'a call is named by its subject, and no other has its name',
  },
  {
    fault: 'a random source has its say in what is asked',
    plant: () =>
      jest.spyOn(recorder, 'begin').mockImplementation(function (this: TurnRecorder, of, model, request) {
        return begin.call(this, of, model, { ...request, settings: { temperature: Math.random() } });
      }),
    foundBy: 'the same facts give the same commands',
  },
  {
    fault: 'that a turn was cancelled is not recorded',
    plant: () => changeFacts((facts) => facts.filter(({ type }) => type !== 'cancelled')),
    foundBy: 'what is recorded gives the same commands',
  },
  {
    fault: 'answers are recorded before the pieces that came before them',
    plant: () =>
      changeFacts((facts) =>
        facts.toSorted(
          (one, other) => Number(one.type === 'model-said') - Number(other.type === 'model-said'),
        ),
      ),
    foundBy: 'what is recorded gives the same commands',
  },
  {
    fault: 'a choice is not recorded',
    plant: () => changeResult(({ decisions, ...result }) => ({ ...result, decisions: decisions.slice(1) })),
    foundBy: 'choices are those of the model',
  },
  {
    fault: 'a choice waits for its reason',
    plant: () => answering((fact) => (fact.type === 'model-chose' ? [] : [fact])),
    foundBy: 'a turn goes on with a choice as soon as it is known',
  },
  {
    fault: 'the reasons of choices are not waited for',
    plant: () => jest.spyOn(commands, 'calls').mockReturnValue([]),
    foundBy: 'a turn is stored with the reasons of its choices',
  },
  {
    fault: 'a message waits until its state has been judged',
    plant: () => jest.spyOn(MessagesAhead.prototype, 'of').mockReturnValue(null),
    foundBy: besideItsJudgement,
  },
  {
    fault: 'messages are worded ahead without a limit',
    plant: () => {
      const { of } = MessagesAhead.prototype;
      jest.spyOn(MessagesAhead.prototype, 'of').mockImplementation(function (this: MessagesAhead, state) {
        return of.call(new MessagesAhead(this.turn), state);
      });
    },
    foundBy: besideItsJudgement,
  },
  {
    fault: 'a message is said while its state is still judged',
    plant: () => jest.spyOn(Latch.prototype, 'opened').mockImplementation(nothing),
    foundBy: 'nothing is heard of a message before it is chosen',
  },
  {
    fault: 'a message that was not chosen goes on',
    plant: () => jest.spyOn(MessageAhead.prototype, 'drop').mockReturnValue(),
    foundBy: 'a message that is not chosen is taken back at once',
  },
  {
    fault: 'a turn is stored before it is known what it has worded in vain',
    plant: () =>
      jest.spyOn(commands, 'calls').mockImplementation(function (this: Commands) {
        return calls.call(this, 'open');
      }),
    foundBy: 'a turn is stored with what it has worded in vain',
  },
  {
    fault: 'a transition is told and then forgotten',
    plant: () =>
      changeResult(({ transitions, ...result }) => ({ ...result, transitions: transitions.slice(0, -1) })),
    foundBy: 'what is told is what is left',
  },
  {
    fault: 'the end of a message is lost when it is half a character',
    plant: () => jest.spyOn(message, 'end').mockReturnValue(''),
    foundBy: 'the message is what the model said',
  },
  {
    fault: 'each piece is told without the white space around it',
    plant: () =>
      jest.spyOn(message, 'push').mockImplementation(function (this: MessageText, piece) {
        return push.call(this, piece.trim());
      }),
    foundBy: 'the message is what the model said',
  },
  {
    fault: 'a message that is too long is not seen to be cut',
    plant: () => jest.spyOn(message, 'isCut', 'get').mockReturnValue(false),
    foundBy: 'the message is what the model said',
  },
  {
    fault: 'a message that broke off counts as whole',
    plant: () =>
      jest.spyOn(message, 'breakOff').mockImplementation(function (this: MessageText) {
        return this.end();
      }),
    foundBy: 'what policies let be said is said, and nothing else',
  },
  {
    fault: 'a message that was completed counts as broken off',
    plant: () =>
      jest.spyOn(recorder, 'begin').mockImplementation(function (this: TurnRecorder, ...of) {
        const call = begin.apply(this, of);
        const attempts = () => this.calls().find(({ id }) => id === call.id)?.attempts ?? [];
        return { ...call, brokeOff: () => attempts().some(({ failure }) => failure !== null) };
      }),
    foundBy: 'the message is what the model said',
  },
  {
    fault: 'the rest of a message that broke off is not heard',
    plant: () => {
      const broken = setOfCalls();
      taking((fact) => {
        if (fact.attempt.failure !== null && fact.attempt.pieces.length > 0) broken.add(fact.id);
        return fact;
      });
      answering((fact) => (fact.type === 'model-delta' && broken.has(fact.id) ? [] : [fact]));
    },
    foundBy: 'what policies let be said is said, and nothing else',
  },
  {
    fault: 'of a message that was completed its last attempt alone is recorded',
    plant: () =>
      jest.spyOn(recorder, 'calls').mockImplementation(function (this: TurnRecorder) {
        return recordedCalls.call(this).map((call) => {
          const [plea] = call.attempts.flatMap(({ addedMessages }) => addedMessages);
          return plea === undefined ? call : { ...call, attempts: call.attempts.slice(-1) };
        });
      }),
    foundBy: asked,
  },
  {
    fault: 'pieces are told twice',
    plant: () => giving((command) => (isPiece(command) ? [command, command] : [command])),
    foundBy: 'pieces come in order, and the last one is empty',
  },
  {
    fault: 'the last piece is not told',
    plant: () => giving((command) => (isPiece(command) && command.signal.isFinal ? [] : [command])),
    foundBy: 'pieces come in order, and the last one is empty',
  },
  {
    fault: 'inner thoughts are not told',
    plant: () =>
      giving((command) =>
        command.type === 'tell' && command.signal.type === 'inner-thought' ? [] : [command],
      ),
    foundBy: 'a call shows what was heard, and what was thought since',
  },
  {
    fault: 'the model is not shown what was thought',
    plant: () =>
      jest.spyOn(turn, 'scene').mockImplementation(function (this: Turn) {
        return { ...scene.call(this), newThoughts: [] };
      }),
    foundBy: 'a call shows what was heard, and what was thought since',
  },
  {
    fault: 'a transition leads to the state behind the next one',
    plant: () =>
      jest.spyOn(graphs, 'state').mockImplementation(function (this: GraphStack, name) {
        const next = state.call(this, name);
        return next.type === 'annotation' ? state.call(this, next.nextState as string) : next;
      }),
    foundBy: 'the walk leads along the graph',
  },
  {
    fault: 'the exits of each state are judged, however often a turn enters one',
    plant: () => jest.spyOn(JudgedExits.prototype, 'areJudgedIn').mockImplementation(() => true),
    foundBy: 'each state is left once, and few that the turn has entered',
  },
  {
    fault: 'a second visit does not know the way out',
    plant: () => jest.spyOn(turn, 'nearerExits').mockReturnValue([]),
    foundBy: 'a turn fails with the model or for want of words alone, and is cancelled by a stop alone',
  },
  {
    fault: 'a stop is not heard',
    plant: () =>
      jest.spyOn(machine, 'feed').mockImplementation(function (this: TurnMachine, fact) {
        return fact.type === 'cancelled' ? [] : feed.call(this, fact);
      }),
    foundBy: 'a turn fails with the model or for want of words alone, and is cancelled by a stop alone',
  },
  {
    fault: 'a turn completes before its commit is acknowledged',
    plant: () =>
      jest.spyOn(commands, 'take').mockImplementation(function (this: Commands) {
        return take.call(this).flatMap((command): readonly TurnCommand[] => {
          if (!isOf('turn', command)) return [command];
          const result = resultIn(command.commit);
          return [command, { type: 'end-turn', end: { outcome: 'completed', result } }];
        });
      }),
    foundBy: 'a turn completes with its one commit, once that is acknowledged',
  },
  {
    fault: 'a refused commit counts',
    plant: () =>
      jest.spyOn(machine, 'feed').mockImplementation(function (this: TurnMachine, fact) {
        if (fact.type !== 'commit-refused') return feed.call(this, fact);
        return feed.call(this, { type: 'commit-acknowledged', id: fact.id, atMs: fact.atMs });
      }),
    foundBy: 'a turn completes with its one commit, once that is acknowledged',
  },
  {
    fault: 'what is committed is not all that was made',
    plant: () =>
      jest.spyOn(commands, 'take').mockImplementation(function (this: Commands) {
        return take
          .call(this)
          .map((command) =>
            command.type === 'commit' ? { ...command, commit: { ...command.commit, calls: [] } } : command,
          );
      }),
    foundBy: 'a turn completes with its one commit, once that is acknowledged',
  },
  {
    fault: 'something is said after the end',
    plant: () =>
      jest.spyOn(machine, 'feed').mockImplementation(function (this: TurnMachine, fact) {
        const commands = feed.call(this, fact);
        const signal = { type: 'inner-thought', text: 'By the way' } as const;
        return commands.at(-1)?.type === 'end-turn' ? [...commands, { type: 'tell', signal }] : commands;
      }),
    foundBy: 'nothing follows the end',
  },
  {
    fault: 'a model that has said enough is not told to stop',
    plant: () =>
      jest.spyOn(commands, 'take').mockImplementation(function (this: Commands) {
        return take.call(this).filter(({ type }) => type !== 'stop-model');
      }),
    foundBy: asked,
  },
  {
    fault: 'the answer to a call is lost',
    plant: () => answering((fact) => (fact.type === 'model-ended' ? [] : [fact])),
    foundBy: 'a turn ends',
  },
];

function inOnePiece(fact: Attempted): Attempted {
  return { ...fact, attempt: { ...fact.attempt, pieces: [fact.attempt.pieces.join('')] } };
}
