// `npm run package -- <folder>`: puts what production needs into a new folder, Node and PostgreSQL included, and says how
// much that is. Such a folder runs with `npm start`, or without npm: `node_modules/.bin/node apps/standalone/dist/main.js`.
// With `--app <app>` it holds one app and the packages that this one uses, without Node and PostgreSQL: for an image.
import { existsSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { buildQuietly } from '../start/build-quietly.mjs';
import { root } from '../workspace/packages.mjs';
import { installProduction } from './install-production.mjs';
import { layDownProduction } from './lay-down-production.mjs';
import { table, weigh } from './weigh.mjs';

const usage = 'Name the folder to make: npm run package -- [--app <app>] <folder>';
const { app, wanted } = readArguments();
const apps = readdirSync(path.join(root, 'apps'));
if (app !== undefined && !apps.includes(app))
  fail(`There is no app "${app}". There are: ${apps.join(', ')}.`);
const folder = path.resolve(wanted);
if (existsSync(folder) && readdirSync(folder).length > 0) fail(`${folder} is not empty: name a new folder.`);

if (!(await buildQuietly((line) => console.error(line)))) fail('The build failed, see above.');
layDownProduction(folder, app);
if (!installProduction(folder))
  fail('Installing the packages failed (npm, see above): remove the folder and repeat.');
console.log(table(weigh(folder)));

function readArguments() {
  try {
    const { values, positionals } = parseArgs({
      ...{ options: { app: { type: 'string' } }, allowPositionals: true },
    });
    if (positionals.length === 1) return { app: values.app, wanted: positionals[0] };
  } catch {
    // An option that is none: said below.
  }
  return fail(usage);
}

function fail(sentence) {
  console.error(sentence);
  process.exit(1);
}
