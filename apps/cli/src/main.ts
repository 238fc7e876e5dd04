#!/usr/bin/env node
import { runCli } from './run-cli.js';

const { argv, env: environment, stdin, stdout, stderr } = process;
process.exitCode = await runCli(argv.slice(2), { environment, stdin, stdout, stderr });
