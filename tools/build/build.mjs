// Builds every package: generated code, then JavaScript in dist/ (cached by Nx). node tools/build/build.mjs
import { takeTurn } from '../bootstrap/turns.mjs';
import { nx } from '../workspace/nx.mjs';
import { root } from '../workspace/packages.mjs';
import { isBuilt, markBuilt } from './build-stamp.mjs';

const endTurn = takeTurn(root, (sentence) => console.error(sentence));
try {
  if (isBuilt()) console.log('Everything is built.');
  else if (nx('run-many', '-t', 'build', '--outputStyle=static')) markBuilt();
  else process.exitCode = 1;
} finally {
  endTurn();
}
