import { spawnSync } from 'node:child_process';
import path from 'node:path';
import { root } from '../workspace/packages.mjs';

// Runs outside Jest: the compiler is a package that Jest's own loader takes long for.
test('what customers can use of the SDK is what is written of it', () => {
  const script = path.join(root, 'tools/sdk/public-api.mjs');
  const { status, stderr } = spawnSync(process.execPath, [script, '--check'], {
    cwd: root,
    encoding: 'utf8',
  });
  expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
});
