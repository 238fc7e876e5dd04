// `npm run distributed`: builds what has changed, then runs each service as a process of its own under this one.
import { pathToFileURL } from 'node:url';
import path from 'node:path';
import { root } from '../workspace/packages.mjs';
import { buildQuietly } from './build-quietly.mjs';

if (await buildQuietly((line) => console.log(line))) {
  process.setSourceMapsEnabled(true);
  await import(pathToFileURL(path.join(root, 'apps/standalone/dist/distributed/main.js')).href);
} else {
  console.error('The build failed, see above.');
  process.exitCode = 1;
}
