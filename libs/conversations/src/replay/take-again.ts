import {
  readFacts,
  runTurn,
  turnBegan,
  TurnMachine,
  TurnRecorder,
  type KeyedHash,
  type TurnCommand,
  type TurnCommit,
  type TurnRequest,
  type TurnPorts,
  type TurnRecord,
} from '@svc/engine';
import { DomainError } from '@svc/errors';
import type { TurnConditions } from '../domain/turn-conditions.js';
import { RecordedModel, UnrecordedCallError } from './recorded-model.js';

/** What a replay needs besides the turn's facts. */
export interface TurnAgain {
  readonly input: TurnRequest;
  readonly conditions: TurnConditions;
  /** With the key of the conversation's subject. */
  readonly hash: KeyedHash;
}

/** The result of a replayed turn. */
export interface TakenAgain {
  /** Null if it has none. */
  readonly commit: TurnCommit | null;
  readonly record: TurnRecord;
}

/** Feeds the recorded facts to a machine, in order. @throws TypeError when the facts do not fit the calls */
export function takeAgainByFacts(
  { input, conditions, hash }: TurnAgain,
  { calls, facts }: TurnRecord,
): TakenAgain & { readonly commands: readonly TurnCommand[] } {
  const recorder = new TurnRecorder(hash);
  // Only its name and its limit matter: its responses are among the facts.
  const model = new RecordedModel(calls, conditions, new AbortController());
  const machine = new TurnMachine(input, model, recorder);
  const commands: TurnCommand[] = [];
  for (const fact of readFacts(facts, calls, turnBegan(input))) commands.push(...machine.feed(fact));
  const commit = commands.find((command) => command.type === 'commit')?.commit ?? null;
  return { commit, record: { calls: recorder.calls(), facts: recorder.facts() }, commands };
}

/** For turns without recorded facts: a model answers with what the calls have. Their times are not known. */
export async function takeAgainByCalls(
  { input, conditions, hash }: TurnAgain,
  { calls }: Pick<TurnRecord, 'calls'>,
): Promise<TakenAgain> {
  const cancel = new AbortController();
  const recorder = new TurnRecorder(hash);
  let commit: TurnCommit | null = null;
  const ports: TurnPorts = {
    model: new RecordedModel(calls, conditions, cancel),
    recorder,
    clock: { now: () => 0 },
    timers: { after: () => () => {} },
    commit: (left) => {
      commit = { ...left, facts: [] };
      return Promise.resolve('acknowledged');
    },
  };
  try {
    for await (const _signal of runTurn(input, ports, cancel.signal));
  } catch (error) {
    const isOver = error instanceof DomainError || error instanceof UnrecordedCallError;
    if (!isOver && !cancel.signal.aborted) throw error;
  }
  // The record may end before the next call was made.
  const known = new Set(calls.map(({ id }) => id));
  return { commit, record: { calls: recorder.calls().filter(({ id }) => known.has(id)), facts: [] } };
}
