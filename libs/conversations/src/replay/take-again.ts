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

/** What a turn needs to be taken again, beside what came in it. */
export interface TurnAgain {
  readonly input: TurnRequest;
  readonly conditions: TurnConditions;
  /** Under the key of the conversation's subject. */
  readonly hash: KeyedHash;
}

/** What a turn that was taken again has come to. */
export interface TakenAgain {
  /** Null where it came to none. */
  readonly commit: TurnCommit | null;
  readonly record: TurnRecord;
}

/** Feeds a machine what came, in its order. @throws TypeError when the facts are not about the calls */
export function takeAgainByFacts(
  { input, conditions, hash }: TurnAgain,
  { calls, facts }: TurnRecord,
): TakenAgain & { readonly commands: readonly TurnCommand[] } {
  const recorder = new TurnRecorder(hash);
  // Only what it is called and what it takes in counts: its answers are among the facts.
  const model = new RecordedModel(calls, conditions, new AbortController());
  const machine = new TurnMachine(input, model, recorder);
  const commands: TurnCommand[] = [];
  for (const fact of readFacts(facts, calls, turnBegan(input))) commands.push(...machine.feed(fact));
  const commit = commands.find((command) => command.type === 'commit')?.commit ?? null;
  return { commit, record: { calls: recorder.calls(), facts: recorder.facts() }, commands };
}

/** For turns of which no facts are recorded: lets a model answer what the calls hold. When it did is not known. */
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
