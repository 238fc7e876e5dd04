import type { Awaited, Fork, ForkedScript, Instruction, Reader, Script } from './script.js';

/** Runs scripts, one at a time, in the order in which they were woken. */
export class Scheduler {
  readonly #ready: Task[] = [];

  start(script: Script<void>): void {
    new Task(this, script, null);
  }

  enqueue(task: Task): void {
    this.#ready.push(task);
  }

  /**
   * Returns when every script waits or has ended.
   * @throws the error of a script that was not forked
   */
  run(): void {
    for (let task = this.#ready.shift(); task !== undefined; task = this.#ready.shift()) task.resume();
  }
}

/** A running script, with its forks. */
class Task implements ForkedScript, Reader {
  readonly #forks = new Set<Task>();
  #awaited: Awaited | null = null;
  #isOver = false;
  /** An error of a fork, until this script can be told. */
  #thrown: { readonly failure: unknown } | null = null;

  constructor(
    readonly scheduler: Scheduler,
    readonly script: Script<void>,
    readonly parent: Task | null,
  ) {
    if (parent !== null) parent.#forks.add(this);
    this.wake();
  }

  /** A second call does no harm: a script that finds nothing to take waits again. */
  wake(): void {
    this.scheduler.enqueue(this);
  }

  /** Runs the script until it waits or ends. */
  resume(): void {
    if (this.#isOver) return;
    this.#awaitNothing();
    try {
      this.#awaited = this.#runOn();
      this.#awaited?.attach(this);
    } catch (error) {
      this.#end();
      if (this.parent === null) throw error;
      this.parent.#fail(error);
    }
  }

  /** Ends it and its forks, innermost first. */
  cancel(): void {
    this.#end();
    if (!this.script.return().done) throw new TypeError('A script waits in its finally block.');
  }

  /** What the script waits for; null once it has ended. */
  #runOn(): Awaited | null {
    const thrown = this.#thrown;
    this.#thrown = null;
    let step = thrown === null ? this.script.next() : this.script.throw(thrown.failure);
    while (!step.done && isFork(step.value))
      step = this.script.next(new Task(this.scheduler, step.value.fork, this));
    if (!step.done) return step.value as Awaited;
    this.#end();
    return null;
  }

  /** The first failure counts: later ones follow from it. */
  #fail(error: unknown): void {
    this.#thrown ??= { failure: error };
    this.wake();
  }

  #end(): void {
    this.#isOver = true;
    this.#awaitNothing();
    if (this.parent !== null) this.parent.#forks.delete(this);
    for (const forked of [...this.#forks].reverse()) forked.cancel();
  }

  #awaitNothing(): void {
    this.#awaited?.attach(null);
    this.#awaited = null;
  }
}

function isFork(instruction: Instruction): instruction is Fork {
  return 'fork' in instruction;
}
