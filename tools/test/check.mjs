// `npm run check [-- --base=<commit>]`: fast feedback. Lints, type-checks and tests (unit and int) the packages that the
// change touches and those that depend on them. Without a base: what is not committed, on a branch also what it adds.
import { execFileSync } from 'node:child_process';
import { nx } from '../workspace/nx.mjs';
import { root } from '../workspace/packages.mjs';
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
const formatted = step('format', [
  'node_modules/.bin/prettier',
  '--check',
  '--ignore-unknown',
  '--log-level=warn',
  ...changed,
]);
const passed = nx('affected', '-t', 'lint', 'typecheck', 'test', `--base=${base}`, '--outputStyle=static');
console.log(formatted && passed ? 'The change is green.' : 'The change is not green, see above.');
process.exitCode = formatted && passed ? 0 : 1;
