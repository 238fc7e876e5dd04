import { Channel } from './channel.js';
import { race } from './race.js';
import { fork, type Script } from './script.js';
import { Scheduler } from './task.js';

let told: string[];
let scheduler: Scheduler;
beforeEach(() => {
  told = [];
  scheduler = new Scheduler();
});

/** Starts a script and runs it until it waits. */
function run(script: Script<void>): void {
  scheduler.start(script);
  scheduler.run();
}

function put<T>(channel: Channel<T>, value: T): void {
  channel.put(value);
  scheduler.run();
}

/** Records each value that it takes, for ever, and that it was ended. */
function* telling(name: string, values: Channel<string>): Script<void> {
  try {
    for (;;) told.push(`${name} ${yield* values.take()}`);
  } finally {
    told.push(`${name} ended`);
  }
}

function* failingOn(values: Channel<string>): Script<never> {
  throw new Error(yield* values.take());
}

describe('given a script that takes from a channel', () => {
  it('when values come, before it waits and while it waits, then it takes each in order', () => {
    const values = new Channel<string>();
    values.put('one');
    values.put('two');
    run(telling('it', values));
    put(values, 'three');
    expect(told).toEqual(['it one', 'it two', 'it three']);
  });

  it('when another one reads the same channel, then that is rejected', () => {
    const values = new Channel<string>();
    run(telling('it', values));
    expect(() => run(telling('other', values))).toThrow('Two scripts read one channel.');
  });

  it('when it throws, then its runner throws', () => {
    const values = new Channel<string>();
    run(failingOn(values));
    expect(() => put(values, 'enough')).toThrow('enough');
  });
});

describe('given a script with forks', () => {
  it('when it ends, then its forks end with it, the last one first and each after its own forks', () => {
    const [one, two, inner, end] = [1, 2, 3, 4].map(() => new Channel<string>()) as Channels;
    function* nesting(): Script<void> {
      yield* fork(telling('inner', inner));
      yield* telling('two', two);
    }
    function* root(): Script<void> {
      yield* fork(telling('one', one));
      yield* fork(nesting());
      told.push(yield* end.take());
    }
    run(root());
    put(two, 'speaks');
    put(end, 'over');
    expect(told).toEqual(['two speaks', 'over', 'inner ended', 'two ended', 'one ended']);
    put(one, 'late');
    expect(told).toHaveLength(5);
  });

  it('when one fails, then the failure is thrown where the script waits, and the others end', () => {
    const [failing, never, rest] = [1, 2, 3].map(() => new Channel<string>()) as Channels;
    function* root(): Script<void> {
      yield* fork(telling('other', rest));
      yield* fork(failingOn(failing));
      try {
        yield* never.take();
      } catch (error) {
        told.push(`caught ${(error as Error).message}`);
      }
    }
    run(root());
    put(failing, 'broken');
    expect(told).toEqual(['caught broken', 'other ended']);
  });

  it('when one that has forks itself fails, then those end before the failure is rethrown', () => {
    const [failing, never, rest] = [1, 2, 3].map(() => new Channel<string>()) as Channels;
    function* nesting(): Script<void> {
      yield* fork(telling('inner', rest));
      yield* failingOn(failing);
    }
    function* root(): Script<void> {
      yield* fork(nesting());
      try {
        yield* never.take();
      } catch (error) {
        told.push(`caught ${(error as Error).message}`);
      }
    }
    run(root());
    put(failing, 'broken');
    expect(told).toEqual(['inner ended', 'caught broken']);
  });

  it('when two fail at once, then the first failure counts', () => {
    const [first, second, never] = [1, 2, 3].map(() => new Channel<string>()) as Channels;
    function* root(): Script<void> {
      yield* fork(failingOn(first));
      yield* fork(failingOn(second));
      yield* never.take();
    }
    first.put('first');
    second.put('second');
    expect(() => run(root())).toThrow('first');
  });
});

describe('given a race', () => {
  it('when one ends, then its value wins, and the others are cancelled before anything else happens', () => {
    const [left, right] = [1, 2].map(() => new Channel<string>()) as Channels;
    function* root(): Script<void> {
      const first = yield* race({ left: telling('left', left), right: right.take() });
      told.push(`${first.by}: ${String(first.value)}`);
    }
    run(root());
    put(left, 'waits');
    put(right, 'done');
    put(left, 'late');
    expect(told).toEqual(['left waits', 'left ended', 'right: done']);
  });

  it('when two can end at once, then the one that was woken first wins', () => {
    const [left, right] = [1, 2].map(() => new Channel<string>()) as Channels;
    function* root(): Script<void> {
      told.push((yield* race({ left: left.take(), right: right.take() })).by);
    }
    run(root());
    right.put('first');
    left.put('second');
    scheduler.run();
    expect(told).toEqual(['right']);
  });

  it('then the others are cancelled in reverse order of their start', () => {
    const [one, two, end] = [1, 2, 3].map(() => new Channel<string>()) as Channels;
    function* root(): Script<void> {
      yield* race({ one: telling('one', one), two: telling('two', two), end: end.take() });
      told.push('over');
    }
    run(root());
    put(end, 'now');
    expect(told).toEqual(['two ended', 'one ended', 'over']);
  });

  it('when it is over, then what a branch waited for can be waited for again', () => {
    const [left, right] = [1, 2].map(() => new Channel<string>()) as Channels;
    function* root(): Script<void> {
      yield* race({ left: left.take(), right: right.take() });
      told.push(yield* left.take());
    }
    run(root());
    put(right, 'done');
    put(left, 'late');
    expect(told).toEqual(['late']);
  });

  it('when a branch was about to fail as another one won, then the failure is dropped', () => {
    const [failing, never, winning, after] = [1, 2, 3, 4].map(() => new Channel<string>()) as Channels;
    function* nesting(): Script<void> {
      yield* fork(failingOn(failing));
      yield* never.take();
    }
    function* root(): Script<void> {
      told.push((yield* race({ nesting: nesting(), winning: winning.take() })).by);
      told.push(yield* after.take());
    }
    run(root());
    winning.put('first');
    failing.put('broken');
    scheduler.run();
    put(after, 'goes on');
    expect(told).toEqual(['winning', 'goes on']);
  });

  it('when one fails, then the race throws that, and the others are cancelled', () => {
    const [left, right] = [1, 2].map(() => new Channel<string>()) as Channels;
    function* root(): Script<void> {
      try {
        yield* race({ left: telling('left', left), right: failingOn(right) });
      } catch (error) {
        told.push((error as Error).message);
      }
    }
    run(root());
    put(right, 'broken');
    expect(told).toEqual(['left ended', 'broken']);
  });
});

it('a script that is cancelled and waits in its finally block is rejected', () => {
  const [values, end] = [1, 2].map(() => new Channel<string>()) as Channels;
  function* lingering(): Script<void> {
    try {
      yield* values.take();
    } finally {
      yield* values.take();
    }
  }
  function* root(): Script<void> {
    yield* race({ lingering: lingering(), end: end.take() });
  }
  run(root());
  expect(() => put(end, 'now')).toThrow('A script waits in its finally block.');
});

type Channels = [Channel<string>, Channel<string>, Channel<string>, Channel<string>];
