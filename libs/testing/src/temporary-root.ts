import { accessSync, constants, statfsSync } from 'node:fs';
import os from 'node:os';

const inMemory = '/dev/shm';
/** What test servers and data folders of a run take at most, with room to spare. */
const neededBytes = 4 * 1024 ** 3;

/** Where tests put data that need not outlive them: in memory where there is room, else where the system says. */
export function temporaryRoot(): string {
  try {
    accessSync(inMemory, constants.W_OK);
    const { bavail, bsize } = statfsSync(inMemory);
    return bavail * bsize > neededBytes ? inMemory : os.tmpdir();
  } catch {
    return os.tmpdir();
  }
}
