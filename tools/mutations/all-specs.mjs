// The unit tests of the engine as one file, so that what they import is loaded once for each mutant.
import { globSync } from 'node:fs';
import path from 'node:path';

const root = path.resolve(import.meta.dirname, '../..');
/** They take seconds each and search for the unexpected. What only they would find is not counted. */
const leftOut = ['any-turn', 'long-conversation', 'planted-faults'].map((name) => `${name}.unit.spec.ts`);
/** Most mutants are found before these run. */
const slow = ['fit-prompt', 'gate', 'sentences', 'simulated-turns'].map((name) => `${name}.unit.spec.ts`);

const rank = (file) => Number(slow.includes(path.basename(file)));
const files = globSync('libs/engine/{src,test}/**/*.unit.spec.ts', { cwd: root })
  .filter((file) => !leftOut.includes(path.basename(file)))
  .sort((one, other) => rank(one) - rank(other) || one.localeCompare(other));
for (const file of files) await import(path.join(root, file));
