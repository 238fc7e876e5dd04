import * as fc from 'fast-check';
import type { ContextGraph } from '../../src/index.js';
import { validGraph } from '../random-graphs.js';

const madeAtOnce = 50;

/** A graph for each number, always the same one. */
export class RandomGraphs {
  #block = -1;
  #graphs: readonly ContextGraph[] = [];

  of(number: number): ContextGraph {
    const block = Math.floor(number / madeAtOnce);
    if (block !== this.#block) {
      this.#block = block;
      this.#graphs = fc.sample(validGraph, { seed: block, numRuns: madeAtOnce });
    }
    return this.#graphs[number % madeAtOnce] as ContextGraph;
  }
}
