import { Channel } from './channel.js';
import { fork, type ForkedScript, type Script } from './script.js';

type Branches = Readonly<Record<string, Script<unknown>>>;

/** The branch that won, and its value. */
type Won<B extends Branches> = {
  readonly [Name in keyof B]: {
    readonly by: Name;
    readonly value: B[Name] extends Script<infer T> ? T : never;
  };
}[keyof B];

/** Runs scripts concurrently until the first one ends, and cancels the others. Rethrows what a branch throws. */
export function* race<B extends Branches>(branches: B): Script<Won<B>> {
  const won = new Channel<Won<B>>();
  const forks: ForkedScript[] = [];
  try {
    for (const [by, branch] of Object.entries(branches)) {
      const report = (value: unknown) => won.put({ by, value } as Won<B>);
      forks.push(yield* fork(reporting(branch, report)));
    }
    return yield* won.take();
  } finally {
    for (const forked of forks.reverse()) forked.cancel();
  }
}

function* reporting(branch: Script<unknown>, report: (value: unknown) => void): Script<void> {
  report(yield* branch);
}
