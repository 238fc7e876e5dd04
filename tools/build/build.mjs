// Builds every package: generated code, then JavaScript in dist/ (cached by Nx). node tools/build/build.mjs
import { nx } from '../workspace/nx.mjs';
import { isBuilt, markBuilt } from './build-stamp.mjs';

if (isBuilt()) console.log('Everything is built.');
else if (nx('run-many', '-t', 'build', '--outputStyle=static')) markBuilt();
else process.exitCode = 1;
