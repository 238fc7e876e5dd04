import { execFileSync } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import path from 'node:path';
import { temporaryRoot } from '@svc/testing';

/** Where a start by root puts the database if its user can't reach the data folder (docs/operation.md). */
const systemFolder = '/var/lib/svc';

/** A new folder that everybody may pass through, as the database server's user must when root runs the tests. */
export function makeTemporaryFolder(prefix = 'svc-e2e-', root = temporaryRoot()): string {
  const folder = mkdtempSync(path.join(root, `${prefix}${process.pid}-`));
  chmodSync(folder, 0o711);
  return folder;
}

/** Copies the data folder of the first start of this run, if there was one, to an empty or missing data folder. */
export function fillDataFolder(dataDir: string): void {
  const { SVC_TEST_TEMPLATE: template } = process.env;
  if (template === undefined || (existsSync(dataDir) && readdirSync(dataDir).length > 0)) return;
  mkdirSync(dataDir, { recursive: true });
  execFileSync('cp', ['-a', `${template}/.`, dataDir]);
}

/** Removes the folder, and a database that was moved out of it. The application must have ended. */
export function removeFolder(folder: string): void {
  for (const moved of movedDatabases(folder)) rmSync(moved, { recursive: true, force: true });
  rmSync(folder, { recursive: true, force: true });
}

/** Folders under the system folder that belong to data folders inside `folder`. */
export function movedDatabases(folder: string): readonly string[] {
  if (!existsSync(systemFolder)) return [];
  return readdirSync(systemFolder)
    .map((name) => path.join(systemFolder, name))
    .filter((moved) => {
      const note = path.join(moved, 'belongs-to');
      return existsSync(note) && readFileSync(note, 'utf8').startsWith(`${folder}/`);
    });
}
