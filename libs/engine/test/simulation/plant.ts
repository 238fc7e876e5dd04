import { jest } from '@jest/globals';
import {
  TurnRecorder,
  type RecordedFact,
  type TurnCommand,
  type TurnFact,
  type TurnResult,
} from '../../src/index.js';
import { Commands } from '../../src/commands/commands.js';
import type { AnswerFact } from '../../src/protocol/turn-fact.js';
import { MessageText } from '../../src/speech/message-text.js';
import type { Script } from '../../src/runtime/script.js';
import { Gate } from '../../src/speech/gate.js';
import { GraphStack } from '../../src/turn/graph-stack.js';
import { Turn } from '../../src/turn/turn.js';
import { TurnMachine } from '../../src/turn/turn-machine.js';
import { resultIn } from '../turns.js';
import type { Rule } from './broken-rule.js';

/** A fault in the engine, planted by a test; `jest.restoreAllMocks` takes it out. */
export interface PlantedFault {
  readonly fault: string;
  readonly plant: () => void;
  /** The rule that the audit finds broken; `thrown` where the engine itself throws. */
  readonly foundBy: Rule | 'thrown';
}

// Each patches a method of an engine class, which calls the original for everything else.
export const commands = Commands.prototype;
export const turn = Turn.prototype;
export const graphs = GraphStack.prototype;
export const message = MessageText.prototype;
export const machine = TurnMachine.prototype;
export const recorder = TurnRecorder.prototype;
export const { answer, calls, close, give, nextId, open, take } = commands;
export const { scene } = turn;
export const { state } = graphs;
export const { push } = message;
export const { feed } = machine;
export const { begin, calls: recordedCalls, took } = recorder;
export const { pass } = Gate.prototype;

export function* nothing(): Script<void> {}

export function changeFacts(change: (facts: readonly RecordedFact[]) => readonly RecordedFact[]): void {
  const { facts } = recorder;
  jest.spyOn(recorder, 'facts').mockImplementation(function (this: TurnRecorder) {
    return change(facts.call(this));
  });
}

export function changeResult(change: (result: TurnResult) => TurnResult): void {
  jest.spyOn(commands, 'take').mockImplementation(function (this: Commands) {
    return take.call(this).map((command) => {
      if (isOf('turn', command))
        return {
          ...command,
          commit: { ...command.commit, contents: { type: 'turn', result: change(resultIn(command.commit)) } },
        };
      if (command.type !== 'end-turn' || command.end.outcome !== 'completed') return command;
      return { ...command, end: { ...command.end, result: change(command.end.result) } };
    });
  });
}

export type Attempted = Extract<TurnFact, { readonly type: 'model-attempted' }>;
export type Piece = TurnCommand & {
  readonly type: 'tell';
  readonly signal: { readonly type: 'message-piece' };
};

/** Changes what scripts want done. */
export function giving(change: (command: TurnCommand) => readonly TurnCommand[]): void {
  jest.spyOn(commands, 'give').mockImplementation(function (this: Commands, command) {
    for (const changed of change(command)) give.call(this, changed);
  });
}

/** Changes what scripts get. */
export function answering(change: (fact: AnswerFact) => readonly AnswerFact[]): void {
  jest.spyOn(commands, 'answer').mockImplementation(function (this: Commands, fact) {
    for (const changed of change(fact)) answer.call(this, changed);
  });
}

/** Changes the attempts that are recorded. Null: it is not. */
export function taking(change: (fact: Attempted) => Attempted | null): void {
  jest.spyOn(recorder, 'took').mockImplementation(function (this: TurnRecorder, fact) {
    const taken = fact.type === 'model-attempted' ? change(fact) : fact;
    if (taken !== null) took.call(this, { ...taken, atMs: fact.atMs });
  });
}

/** Ids of calls of one turn: those of the next one have the same names. */
export function setOfCalls(): Set<string> {
  const ids = new Set<string>();
  jest.spyOn(recorder, 'begin').mockImplementation(function (this: TurnRecorder, ...of) {
    ids.delete(of[0].id);
    return begin.apply(this, of);
  });
  return ids;
}

export function isCancel(command: TurnCommand, subject: 'm' | 't'): boolean {
  return command.type === 'cancel' && command.id.includes(`/${subject}.`);
}

export type CommitCommand = Extract<TurnCommand, { readonly type: 'commit' }>;

export function isOf(type: 'turn' | 'summary', command: TurnCommand): command is CommitCommand {
  return command.type === 'commit' && command.commit.contents.type === type;
}

export function isPiece(command: TurnCommand): command is Piece {
  return command.type === 'tell' && command.signal.type === 'message-piece';
}
