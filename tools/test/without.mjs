// `npm run test:without -- <name>`: shows that fault tests fail without the guard that they prove. Takes the patch
// test/fault/without/<name>.patch, which removes the guard, runs the cases that its head names (each must fail),
// and always reverts the patch. The output of the run is written next to the patch.
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { root } from '../workspace/packages.mjs';
import { patchHead } from './patch-head.mjs';

const folder = path.join(root, 'test/fault/without');
const [name, ...rest] = process.argv.slice(2);
const patch = path.join(folder, `${name}.patch`);
if (!name || rest.length > 0 || !existsSync(patch)) {
  console.error('Name a patch of test/fault/without: npm run test:without -- <name>');
  process.exit(1);
}
const { project, suite, tests } = patchHead(readFileSync(patch, 'utf8'));

git('apply', '--check', patch);
// Ctrl-C reaches Jest too. We wait for its end, then revert the patch.
process.on('SIGINT', () => undefined);
git('apply', patch);
let run;
try {
  const jest = [
    'tools/test/jest.mjs',
    '--selectProjects',
    project,
    '--runTestsByPath',
    suite,
    '-t',
    tests.join('|'),
  ];
  run = spawnSync(process.execPath, jest, { cwd: root, encoding: 'utf8', env: shortForm() });
} finally {
  git('apply', '-R', patch);
}
const said = `${run.stdout}${run.stderr}`;
process.stdout.write(said);
const hasFailed = run.status !== 0 && tests.every((test) => said.includes(`✕ ${test}`));
if (hasFailed) writeFileSync(path.join(folder, `${name}.run.txt`), said.replaceAll(`${root}/`, ''));
console.log(
  hasFailed
    ? `It fails without the guard, as it must: test/fault/without/${name}.run.txt`
    : 'It does NOT fail without the guard: it proves nothing, or the fault has not hit this time.',
);
process.exitCode = hasFailed ? 0 : 1;

function git(...args) {
  const { status } = spawnSync('git', args, { cwd: root, stdio: 'inherit' });
  if (status !== 0) {
    console.error(`git ${args.join(' ')} failed, see above.`);
    process.exit(1);
  }
}

/** As `npm test` runs them, but processes run the patched sources instead of what was built. */
function shortForm() {
  const { SVC_FAULT_SECONDS = '30' } = process.env;
  return { ...process.env, SVC_FAULT_SECONDS, SVC_TEST_FROM_SOURCES: '1' };
}
