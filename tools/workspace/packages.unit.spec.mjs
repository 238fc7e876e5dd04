import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from '@jest/globals';
import { root, workspacePackages } from './packages.mjs';

it('package-lock.json agrees with the manifest of each package: else `npm ci` installs nothing', () => {
  const { packages } = JSON.parse(readFileSync(path.join(root, 'package-lock.json'), 'utf8'));
  for (const { folder, manifest } of workspacePackages()) {
    const { name, dependencies, devDependencies } = manifest;
    const place = path.relative(root, folder);
    expect(packages[`node_modules/${name}`]).toEqual({ resolved: place, link: true });
    expect(packages[place]).toMatchObject({
      name,
      ...(dependencies && { dependencies }),
      ...(devDependencies && { devDependencies }),
    });
  }
});
