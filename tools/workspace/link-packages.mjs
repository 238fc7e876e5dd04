// Links packages of this repository that were added since the last `npm ci`, as that would: nothing else has to be fetched.
import { existsSync, mkdirSync, symlinkSync } from 'node:fs';
import path from 'node:path';
import { root, workspacePackages } from './packages.mjs';

export function linkPackages() {
  for (const { folder, manifest } of workspacePackages()) {
    const link = path.join(root, 'node_modules', manifest.name);
    if (existsSync(link)) continue;
    mkdirSync(path.dirname(link), { recursive: true });
    symlinkSync(path.relative(path.dirname(link), folder), link, 'dir');
  }
}
