import { execFileSync } from 'node:child_process';
import { appendFileSync, mkdtempSync, rmSync, statfsSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';

const megabyte = 1024 * 1024;

/** A disk of its own, in memory, that can be filled without harm to others. Needs the right to mount one. */
export class SmallDisk {
  /** The data folder's place on it. */
  readonly dataDir: string;

  private constructor(private readonly folder: string) {
    this.dataDir = path.join(folder, 'data');
  }

  /** @throws Error where this process may not mount. */
  static mount(megabytes: number): SmallDisk {
    const folder = mkdtempSync(path.join(os.tmpdir(), 'svc-small-disk-'));
    try {
      const options = `size=${megabytes}m,mode=755`;
      execFileSync('mount', ['-t', 'tmpfs', '-o', options, 'tmpfs', folder], { stdio: 'ignore' });
    } catch (error) {
      rmSync(folder, { recursive: true });
      throw error;
    }
    return new SmallDisk(folder);
  }

  unmount(): void {
    execFileSync('umount', ['--lazy', this.folder]);
    rmSync(this.folder, { recursive: true });
  }

  /** As any other program may do: leaves so many megabytes free. */
  fillBut(megabytes: number): void {
    // Looked at again each time: others write to it as well.
    const left = (): number => this.#freeBytes() - megabytes * megabyte;
    try {
      for (let some = left(); some > 0; some = left())
        appendFileSync(this.#filling, Buffer.alloc(Math.min(some, megabyte)));
    } catch (error) {
      // They have taken the rest meanwhile.
      if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error;
    }
  }

  clear(): void {
    rmSync(this.#filling);
  }

  get #filling(): string {
    return path.join(this.folder, 'of-another-program');
  }

  #freeBytes(): number {
    const { bavail, bsize } = statfsSync(this.folder);
    return bavail * bsize;
  }
}

/** Only root may, and not in every container. */
export function canMountDisks(): boolean {
  try {
    SmallDisk.mount(1).unmount();
    return true;
  } catch {
    return false;
  }
}
