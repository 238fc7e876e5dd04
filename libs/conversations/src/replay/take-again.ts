import {
  readFacts,
  TurnMachine,
  TurnRecorder,
  type Commit,
  type KeyedHash,
  type RecordedCall,
  type ToolNote,
  type TurnBegan,
  type TurnCommand,
  type TurnContext,
  type TurnEnded,
  type TurnRecord,
} from '@svc/engine';
import type { TurnConditions } from '../domain/turn-conditions.js';
import { recordedModel } from './recorded-model.js';

/** What a replay needs besides the recorded facts. */
export interface TurnAgain {
  readonly context: TurnContext;
  /** The turn, or that it ended: then what follows it is replayed. */
  readonly first: TurnBegan | TurnEnded;
  readonly conditions: TurnConditions;
  /** With the key of the conversation's subject. */
  readonly hash: KeyedHash;
  /** Earlier calls, which tell how much a model takes in. */
  readonly before?: readonly RecordedCall[];
}

/** The result of a replay. */
export interface TakenAgain {
  /** The last one; null if it has none. */
  readonly commit: Commit | null;
  /** What its commits in the middle have stored. */
  readonly notes: readonly ToolNote[];
  readonly record: TurnRecord;
  readonly commands: readonly TurnCommand[];
}

/** Feeds the recorded facts to a machine, in order. @throws TypeError when the facts do not fit the calls */
export function takeAgain(
  { context, first, conditions, hash, before = [] }: TurnAgain,
  { calls, facts }: TurnRecord,
): TakenAgain {
  const recorder = new TurnRecorder(hash);
  // Only its name and its limit matter: its responses are among the facts.
  const machine = new TurnMachine(context, recordedModel([...before, ...calls], conditions), recorder);
  const commands: TurnCommand[] = [];
  for (const fact of readFacts(facts, calls, first)) commands.push(...machine.feed(fact));
  const commits = commands.flatMap((command) => (command.type === 'commit' ? [command.commit] : []));
  const commit = commits.find(({ contents }) => contents.type !== 'tools') ?? null;
  const notes = commits.flatMap((one) => (one.contents.type === 'tools' ? one.notes : []));
  return { commit, notes, record: { calls: recorder.calls(), facts: recorder.facts() }, commands };
}
