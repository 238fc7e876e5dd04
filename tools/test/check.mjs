// `npm run check [-- --base=<commit>]`: fast feedback. Lints and tests (unit and int) the packages that the change touches
// and those that depend on them; types are checked of everything, incrementally. Without a base: what is not committed,
// on a branch also what it adds.
import { execFileSync } from 'node:child_process';
import path from 'node:path';
import { nx } from '../workspace/nx.mjs';
import { root } from '../workspace/packages.mjs';
import { affectedTargets } from './affected-targets.mjs';
import { step } from './step.mjs';

const git = (...args) => execFileSync('git', args, { cwd: root, encoding: 'utf8' }).trim();
const given = process.argv.find((argument) => argument.startsWith('--base='));
const base = given ? given.slice('--base='.length) : git('merge-base', 'main', 'HEAD');

const changed = [
  ...git('diff', '--name-only', '--diff-filter=d', base).split('\n'),
  ...git('ls-files', '--others', '--exclude-standard').split('\n'),
].filter((file) => file !== '');
if (changed.length === 0) {
  console.log(
    'Nothing has changed. To check more, name a commit to compare with: npm run check -- --base=HEAD~3',
  );
  process.exit(0);
}
const bin = (name) => path.join(root, 'node_modules/.bin', name);
/** Services of two versions meet during a deployment, and events are for ever. */
const protoChecks = [
  () => step('proto lint', [bin('buf'), 'lint']),
  () => step('proto compatibility', [bin('buf'), 'breaking', '--against', `.git#ref=${base}`]),
];
const checks = [
  () => step('generated code', [process.execPath, 'tools/codegen/generate.mjs'], { quiet: true }),
  () => step('format', [bin('prettier'), '--check', '--ignore-unknown', '--log-level=warn', ...changed]),
  ...(changed.some((file) => file.startsWith('proto/')) ? protoChecks : []),
  () => step('types of the packages', [bin('tsc'), '-b', 'tsconfig.json']),
  () => step('types of the tests', [bin('tsc'), '-p', 'tsconfig.spec.json']),
  ...affectedTargets.map(
    (target) => () => nx('affected', '-t', target, `--base=${base}`, '--outputStyle=static'),
  ),
];
const isGreen = checks.map((check) => check()).every((passed) => passed);
console.log(isGreen ? 'The change is green.' : 'The change is not green, see above.');
process.exitCode = isGreen ? 0 : 1;
