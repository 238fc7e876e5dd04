// Pipelined requests without end, whose answers nobody reads: whether the service lives on, and what it costs.
import '../../test/support/source-loader.mjs';

/** Prints its own lines; a fault ends the whole run with 1. */
export async function run() {
  await import('../../test/load/flood.load.ts');
}
