// `npm run package -- <folder>`: puts what production needs into a new folder, Node and PostgreSQL included, and says how
// much that is. Such a folder runs with `npm start`, or without npm: `node_modules/.bin/node apps/standalone/dist/main.js`.
import { existsSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { buildQuietly } from '../start/build-quietly.mjs';
import { installProduction } from './install-production.mjs';
import { layDownProduction } from './lay-down-production.mjs';
import { table, weigh } from './weigh.mjs';

const [wanted, ...rest] = process.argv.slice(2);
const folder = path.resolve(wanted ?? '');
if (wanted === undefined || rest.length > 0) fail('Name the folder to make: npm run package -- <folder>');
if (existsSync(folder) && readdirSync(folder).length > 0) fail(`${folder} is not empty: name a new folder.`);

if (!(await buildQuietly((line) => console.error(line)))) fail('The build failed, see above.');
layDownProduction(folder);
if (!installProduction(folder))
  fail('Installing the packages failed (npm, see above): remove the folder and repeat.');
console.log(table(weigh(folder)));

function fail(sentence) {
  console.error(sentence);
  process.exit(1);
}
