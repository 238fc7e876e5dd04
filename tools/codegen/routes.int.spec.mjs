import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { root } from '../workspace/packages.mjs';

// Runs outside Jest: the declarations are TypeScript, and Jest's own loader has other rules for packages.
const printed = () =>
  execFileSync(
    process.execPath,
    [
      '--input-type=module',
      '-e',
      "const { routesPage } = await import('./tools/codegen/routes.mjs'); process.stdout.write(await routesPage());",
    ],
    { cwd: root, encoding: 'utf8' },
  );

test('docs/api/routes.md says what the routes of the gateway declare', () => {
  expect(readFileSync(path.join(root, 'docs/api/routes.md'), 'utf8')).toBe(printed());
});
