#!/usr/bin/env node
import { once } from 'node:events';
import { runCli } from './run-cli.js';

const { argv, env: environment, stdin, stdout, stderr } = process;
/** Ctrl-C ends a command at once, but for one that has something to put away. */
const interrupted = async (signal: AbortSignal) => {
  await Promise.race([once(process, 'SIGINT', { signal }), once(process, 'SIGTERM', { signal })]).catch(
    (error: unknown) => {
      if (!signal.aborted) throw error;
    },
  );
};
// Who reads the output may have enough of it, as `head`.
for (const stream of [stdout, stderr])
  stream.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code !== 'EPIPE') throw error;
    process.exit();
  });
process.exitCode = await runCli(argv.slice(2), { environment, stdin, stdout, stderr, interrupted });
