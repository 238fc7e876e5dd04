import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';

const folder = path.resolve(import.meta.dirname, '../src/offline');

/** Lines that it had when it began to hear doubt, corrections and dead ends: it learns no more without forgetting something. */
const fewerThan = 1_949;

it('the offline model stays small: it is a test double and a demo, and no language model will come of it', () => {
  const files = globSync('**/*.ts', { cwd: folder }).filter((file) => !file.endsWith('.spec.ts'));
  const lines = files.map((file) => readFileSync(path.join(folder, file), 'utf8').split('\n').length - 1);
  expect(lines.length).toBeGreaterThan(20);
  expect(lines.reduce((sum, one) => sum + one, 0)).toBeLessThan(fewerThan);
});
