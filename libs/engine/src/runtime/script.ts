/**
 * A deterministic coroutine: sequential code for sequential events. It waits only by taking from a channel, and uses no
 * promises, clock or random source. Ending a script early runs its `finally` blocks, which undo what it began and never wait.
 */
export type Script<T> = Generator<Instruction, T, unknown>;

/** What a script asks the runtime for: to wait, or to start another script next to itself. */
export type Instruction = Awaited | Fork;

/** Something that a script waits for. It has one reader at a time, and wakes it when there is something to take. */
export interface Awaited {
  attach(reader: Reader | null): void;
}

export interface Reader {
  wake(): void;
}

export interface Fork {
  readonly fork: Script<void>;
}

/** Cancels a forked script. */
export interface ForkedScript {
  cancel(): void;
}

/** Starts a script next to this one. It never outlives this one. What it throws is thrown where this one waits. */
export function* fork(script: Script<void>): Script<ForkedScript> {
  return (yield { fork: script }) as ForkedScript;
}
