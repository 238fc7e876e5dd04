// `npm run check [-- --base=<commit>]`: fast feedback, the quickest answers first; it stops at the first kind of check
// that fails, and ends with what failed in at most ten lines. Lints and tests (unit and int) the packages that the change
// touches and those that depend on them; types are checked of everything, incrementally. Without a base: what is not
// committed, on a branch also what it adds.
import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { nxCommand } from '../workspace/nx.mjs';
import { root } from '../workspace/packages.mjs';
import { affectedTargets } from './affected-targets.mjs';
import { baseOf, changedFiles } from './changed-files.mjs';
import { compatibilityChecks } from './proto-compatibility.mjs';
import { recordedStep } from './recorded-step.mjs';
import { whatFailed } from './what-failed.mjs';

const log = 'test-results/check.log';
/** Ten with the line before and the line after them. */
const linesOfFailure = 8;

const base = baseOf(process.argv.slice(2));
const changed = changedFiles(base);
if (changed.length === 0) {
  console.log(
    'Nothing has changed. To check more, name a commit to compare with: npm run check -- --base=HEAD~3',
  );
  process.exit(0);
}
const bin = (name) => path.join(root, 'node_modules/.bin', name);
const protoChecks = [['proto lint', [bin('buf'), 'lint']], ...compatibilityChecks({ base })];
const checks = [
  ['format', [bin('prettier'), '--check', '--ignore-unknown', '--log-level=warn', ...changed]],
  ['generated code', [process.execPath, 'tools/codegen/generate.mjs']],
  ...(changed.some((file) => file.startsWith('proto/')) ? protoChecks : []),
  ['types of the packages', [bin('tsc'), '-b', 'tsconfig.json']],
  ['types of the tests', [bin('tsc'), '-p', 'tsconfig.spec.json']],
  ...affectedTargets.map((target) => {
    const { command, env } = nxCommand('affected', '-t', target, `--base=${base}`, '--outputStyle=static');
    return [target, command, env];
  }),
];

const logFile = path.join(root, log);
mkdirSync(path.dirname(logFile), { recursive: true });
writeFileSync(logFile, '');
for (const [name, command, env] of checks) {
  const { passed, output } = recordedStep(name, command, { logFile, env });
  if (passed) continue;
  const hint = name === 'format' ? ': npm run format' : '';
  console.log(`\nThe change is not green, ${name} failed${hint}`);
  for (const line of whatFailed(output, { most: linesOfFailure, root })) console.log(line);
  console.log(`The whole output: ${log}`);
  process.exit(1);
}
console.log('The change is green.');
