import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { root } from '../workspace/packages.mjs';

// Runs outside Jest: the schemas are TypeScript, and Jest's own loader has other rules for packages.
const printed = () =>
  execFileSync(
    process.execPath,
    [
      '--input-type=module',
      '-e',
      "const { configurationReference } = await import('./tools/codegen/configuration-reference.mjs'); process.stdout.write(await configurationReference());",
    ],
    { cwd: root, encoding: 'utf8' },
  );

test('docs/configuration.md says what the schemas of the apps say', () => {
  expect(readFileSync(path.join(root, 'docs/configuration.md'), 'utf8')).toBe(printed());
});
