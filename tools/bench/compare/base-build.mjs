// Another commit of this repository, built in a separate folder.
import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { installPackages, packagesAreCurrent } from '../../bootstrap/packages.mjs';
import { step } from '../../test/step.mjs';
import { root } from '../../workspace/packages.mjs';

const git = (...args) => execFileSync('git', args, { cwd: root, encoding: 'utf8' }).trim();

/**
 * @param {string} commit
 * @returns {Promise<{ folder: string, name: string, remove: () => void }>}
 * @throws Error when there is no such commit, or it can't be built
 */
export async function buildBase(commit) {
  const name = git('rev-parse', '--short', '--verify', `${commit}^{commit}`);
  const parent = mkdtempSync(path.join(os.tmpdir(), 'svc-compare-'));
  const folder = path.join(parent, name);
  git('worktree', 'add', '--quiet', '--detach', folder, name);
  const remove = () => {
    git('worktree', 'remove', '--force', folder);
    rmSync(parent, { recursive: true, force: true });
  };
  try {
    takePackages(folder);
    const isBuilt = await step(
      `build of ${name}`,
      [process.execPath, path.join(folder, 'tools/build/build.mjs')],
      {
        cwd: folder,
        quiet: true,
      },
    );
    if (!isBuilt) throw new Error(`${name} can't be built here.`);
  } catch (failure) {
    remove();
    throw failure;
  }
  return { folder, name, remove };
}

/** Links to the files of this repository where it has all that the commit asks for, in the same versions. */
function takePackages(folder) {
  const modules = path.join(folder, 'node_modules');
  const { status } = spawnSync('cp', ['-al', path.join(root, 'node_modules'), modules], { stdio: 'ignore' });
  if (status === 0 && packagesAreCurrent(folder)) return;
  rmSync(modules, { recursive: true, force: true });
  installPackages(folder);
}
