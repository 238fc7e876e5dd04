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
process.exitCode = await runCli(argv.slice(2), { environment, stdin, stdout, stderr, interrupted });
