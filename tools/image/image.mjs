// `npm run image -- <app>`: runs the steps of deploy/image/Dockerfile in order, in an empty folder, without a container
// engine, says how large the image of the app is, and tries the app as the image would run it.
import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { table, weigh } from '../package/weigh.mjs';
import { root } from '../workspace/packages.mjs';
import { lintDockerfile } from './lint-dockerfile.mjs';
import { runSteps, withoutIgnored } from './run-steps.mjs';
import { tryImage } from './try-image.mjs';

const say = (line) => console.error(line);
const [app, ...rest] = process.argv.slice(2);
if (app === undefined || rest.length > 0 || !existsSync(path.join(root, 'apps', app, 'src/main.ts')))
  fail('Name an app: npm run image -- gateway');

const dockerfile = readFileSync(path.join(root, 'deploy/image/Dockerfile'), 'utf8');
const findings = lintDockerfile(dockerfile);
if (findings.length > 0) fail(findings.join('\n'));

const folder = mkdtempSync(path.join(tmpdir(), 'svc-image-'));
try {
  const held = execFileSync('git', ['ls-files', '-z'], { cwd: root, encoding: 'utf8' }).split('\0');
  const image = runSteps({
    ...{ dockerfile, context: root, folder, say, buildArguments: { APP: app } },
    files: withoutIgnored(
      held.filter((file) => file !== '' && existsSync(path.join(root, file))),
      path.join(root, '.dockerignore'),
    ),
  });
  console.log(table(weigh(path.join(image.root, 'app'))));
  const ran = await tryImage(image, app);
  if (ran !== undefined) fail(ran);
  console.log(`It ran as ${image.user}, in ${image.cwd}: ${image.command.join(' ')}`);
} finally {
  rmSync(folder, { recursive: true, force: true });
}

function fail(sentence) {
  console.error(sentence);
  process.exit(1);
}
