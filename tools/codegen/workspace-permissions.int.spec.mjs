import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { root } from '../workspace/packages.mjs';

// Runs outside Jest: the table is TypeScript, and Jest's own loader has other rules for packages.
const table = () =>
  JSON.parse(
    execFileSync(
      process.execPath,
      [
        '--input-type=module',
        '-e',
        "await import('./test/support/source-loader.mjs'); const { workspacePermissions } = await import('@svc/auth'); process.stdout.write(JSON.stringify(workspacePermissions));",
      ],
      { cwd: root, encoding: 'utf8' },
    ),
  );

test('docs/api/workspaces.md has a line for each permission, with its role and scope, and no other', () => {
  const page = readFileSync(path.join(root, 'docs/api/workspaces.md'), 'utf8');
  const lines = page.split('\n').filter((line) => /^\| `\w+\.\w+` \|/.test(line));
  const declared = Object.entries(table()).map(
    ([name, { from, scope }]) => `| \`${name}\` | \`${from}\` | ${scope === null ? '' : `\`${scope}\``} |`,
  );
  expect(lines).toEqual(declared);
});
