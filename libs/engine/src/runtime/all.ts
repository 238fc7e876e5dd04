import { Channel } from './channel.js';
import { fork, type Script } from './script.js';

/** Runs scripts concurrently. @returns their values, in the order of the scripts. Rethrows what one throws */
export function* all<T>(scripts: readonly Script<T>[]): Script<readonly T[]> {
  const ended = new Channel<{ readonly place: number; readonly value: T }>();
  for (const [place, script] of scripts.entries()) yield* fork(reporting(script, place, ended));
  const values = new Map<number, T>();
  while (values.size < scripts.length) {
    const { place, value } = yield* ended.take();
    values.set(place, value);
  }
  return scripts.map((_script, place) => values.get(place) as T);
}

function* reporting<T>(
  script: Script<T>,
  place: number,
  ended: Pick<Channel<{ readonly place: number; readonly value: T }>, 'put'>,
): Script<void> {
  ended.put({ place, value: yield* script });
}
