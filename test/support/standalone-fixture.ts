import os from 'node:os';
import path from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach } from '@jest/globals';
import { makeTemporaryFolder, removeFolder } from './data-folder.js';
import { StandaloneProcess, type StandaloneOptions } from './standalone-process.js';
import type { Ending } from './watched-child.js';

/**
 * A folder for each test, or one for the tests of a description that go on from each other, with standalones on a data
 * folder in it; stops what still runs at the end.
 */
export class StandaloneFixture {
  #folder = '';
  #started: StandaloneProcess[] = [];
  #atEnd: (() => void | Promise<void>)[] = [];

  /** To be called once, where tests are described. */
  constructor({ isShared = false } = {}) {
    const [begin, end] = isShared ? [beforeAll, afterAll] : [beforeEach, afterEach];
    begin(() => {
      this.#folder = makeTemporaryFolder();
      this.#started = [];
      this.#atEnd = [];
    });
    end(async () => {
      for (const standalone of this.#started.filter((one) => one.isRunning)) await standalone.stop();
      for (const release of this.#atEnd) await release();
      removeFolder(this.#folder);
    });
  }

  /** Of the test, or of the tests that share it. */
  get folder(): string {
    return this.#folder;
  }

  /** A further one, on a disk, where a copy of the repository can be links to its files. */
  makeDiskFolder(): string {
    const folder = makeTemporaryFolder('svc-e2e-', os.tmpdir());
    this.atEnd(() => removeFolder(folder));
    return folder;
  }

  /** The data folder where none is named. */
  get dataDir(): string {
    return path.join(this.#folder, 'data');
  }

  /** Something to be released when this test has ended, however it ended. */
  atEnd(release: () => void | Promise<void>): void {
    this.#atEnd.push(release);
  }

  /** Resolves when it is ready. */
  async start(options: Partial<StandaloneOptions> = {}): Promise<StandaloneProcess> {
    const standalone = await StandaloneProcess.start({ dataDir: this.dataDir, ...options });
    this.#started.push(standalone);
    return standalone;
  }

  /** Resolves as soon as the process has begun. */
  async launch(options: Partial<StandaloneOptions> = {}): Promise<StandaloneProcess> {
    const standalone = await StandaloneProcess.launch({ dataDir: this.dataDir, ...options });
    this.#started.push(standalone);
    return standalone;
  }

  /** For starts that are expected to fail. */
  runToItsEnd(options: Partial<StandaloneOptions> = {}): Promise<Ending> {
    return StandaloneProcess.runToItsEnd({ dataDir: this.dataDir, isFirst: true, ...options });
  }
}
