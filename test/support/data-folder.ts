import { chmodSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import path from 'node:path';
import { temporaryRoot } from '@svc/testing';

/** Where a start by root puts a database whose user can't reach the data folder (docs/operation.md). */
const systemFolder = '/var/lib/svc';

/** A new temporary folder that everybody may pass through, as the database server's user must when root runs the tests. */
export function makeTemporaryFolder(): string {
  const folder = mkdtempSync(path.join(temporaryRoot(), 'svc-e2e-'));
  chmodSync(folder, 0o711);
  return folder;
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
