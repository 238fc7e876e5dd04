// 32 users converse at once for two minutes: figures, and the clients' own record compared with what is kept.
import '../../test/support/source-loader.mjs';

/** Prints its own lines; a fault ends the whole run with 1. */
export async function run() {
  await import('../../test/load/conversations.load.ts');
}
