// Builds every package: generated code, then JavaScript in dist/ (cached by Nx). node tools/build/build.mjs
import { nx } from '../workspace/nx.mjs';

if (!nx('run-many', '-t', 'build', '--outputStyle=static')) process.exitCode = 1;
