import { accessSync, constants } from 'node:fs';
import path from 'node:path';

/** As Debian, Ubuntu and the makers themselves call it. */
const names = ['chromium', 'chromium-browser', 'google-chrome'];

/** The browser of this machine, if it has one. */
export function findChromium(): string | undefined {
  const folders = (process.env.PATH ?? '').split(path.delimiter).filter((folder) => folder !== '');
  return names.flatMap((name) => folders.map((folder) => path.join(folder, name))).find(canBeRun);
}

/** @returns one sentence that says what this machine lacks to open pages in a browser; undefined: nothing. */
export function whatBrowsingLacks(): string | undefined {
  if (findChromium() !== undefined) return undefined;
  return 'Opening pages takes Chromium (Debian: apt-get install chromium).';
}

function canBeRun(file: string): boolean {
  try {
    accessSync(file, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
