/**
 * A deterministic coroutine: what happens in order is written in order. It waits by taking from a channel and does
 * everything else at once; there are no promises, no clock and no random source in it. Ending a script early runs its
 * `finally` blocks, in which it takes back what it has begun; they never wait.
 */
export type Script<T> = Generator<Instruction, T, unknown>;

/** What a script asks of the runtime: to wait, or to start another script beside itself. */
export type Instruction = Awaited | Fork;

/** Something that a script waits for. It has one reader at a time, which it wakes when there is something to take. */
export interface Awaited {
  attach(reader: Reader | null): void;
}

export interface Reader {
  wake(): void;
}

export interface Fork {
  readonly fork: Script<void>;
}

/** Takes a forked script back. */
export interface ForkedScript {
  cancel(): void;
}

/** Starts a script beside this one. It never outlives this one, and what it throws is thrown where this one waits. */
export function* fork(script: Script<void>): Script<ForkedScript> {
  return (yield { fork: script }) as ForkedScript;
}
