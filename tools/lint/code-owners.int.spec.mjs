import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { root } from '../workspace/packages.mjs';

const owned = readFileSync(path.join(root, 'CODEOWNERS'), 'utf8')
  .split('\n')
  .map((line) => /^(\/\S+)\/\s+@svc\/[a-z]+$/.exec(line)?.[1])
  .filter((folder) => folder !== undefined);

describe('CODEOWNERS', () => {
  it('names only existing folders', () => {
    expect(owned.filter((folder) => !existsSync(path.join(root, folder)))).toEqual([]);
  });

  it('names a team for every resource of the gateway', () => {
    const classic = '/libs/gateway/src/classic';
    const resources = readdirSync(path.join(root, classic)).map((name) => `${classic}/${name}`);
    expect(resources.filter((folder) => !owned.includes(folder))).toEqual([]);
    expect(owned).toContain('/libs/gateway/src/platform');
  });

  it('names a team for the app, the lib and the contract of every context', () => {
    const contexts = readdirSync(path.join(root, 'proto/svc')).filter((name) => name !== 'common');
    const folders = contexts.flatMap((name) => [`/apps/${name}`, `/libs/${name}`, `/proto/svc/${name}`]);
    expect(folders.filter((folder) => !owned.includes(folder))).toEqual([]);
  });
});
