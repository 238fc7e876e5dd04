import * as fc from 'fast-check';
import type { ContextGraph } from '../../src/index.js';
import { anyGraph, validGraph } from '../random-graphs.js';

const madeAtOnce = 50;

/** A graph for each number, always the same one. */
export class RandomGraphs {
  #block = -1;
  #graphs: readonly ContextGraph[] = [];

  /** @param kinds of their states: actions, decisions and annotations alone, or all that need no tools */
  constructor(readonly kinds: 'usual' | 'all' = 'usual') {}

  of(number: number): ContextGraph {
    const block = Math.floor(number / madeAtOnce);
    if (block !== this.#block) {
      this.#block = block;
      this.#graphs = fc.sample(this.kinds === 'all' ? anyGraph : validGraph, {
        seed: block,
        numRuns: madeAtOnce,
      });
    }
    return this.#graphs[number % madeAtOnce] as ContextGraph;
  }
}
