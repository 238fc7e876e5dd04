// `npm run admin -- <command>`: the operator's command line, built like the product itself.
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { root } from '../workspace/packages.mjs';
import { buildQuietly } from './build-quietly.mjs';

if (await buildQuietly((line) => console.error(line))) {
  process.setSourceMapsEnabled(true);
  await import(pathToFileURL(path.join(root, 'apps/admin/dist/main.js')).href);
} else {
  console.error('The build failed, see above.');
  process.exitCode = 1;
}
