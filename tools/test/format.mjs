// `npm run format [-- --all | --base=<commit>]`: formats the files that `npm run check` would look at, or all.
import path from 'node:path';
import { root } from '../workspace/packages.mjs';
import { baseOf, changedFiles } from './changed-files.mjs';
import { step } from './step.mjs';

const parameters = process.argv.slice(2);
const files = parameters.includes('--all') ? ['.'] : changedFiles(baseOf(parameters));
if (files.length === 0) {
  console.log('Nothing has changed. To format everything: npm run format -- --all');
} else {
  const prettier = path.join(root, 'node_modules/.bin/prettier');
  const isDone = await step('format', [
    prettier,
    '--write',
    '--ignore-unknown',
    '--log-level=warn',
    ...files,
  ]);
  process.exitCode = isDone ? 0 : 1;
}
