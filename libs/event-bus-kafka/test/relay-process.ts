import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';

const program = path.join(import.meta.dirname, 'relay-program.ts');
const loader = path.resolve(import.meta.dirname, '../../../test/support/source-loader.mjs');

export interface RelayPlace {
  readonly connectionString: string;
  readonly brokers: string;
  readonly prefix: string;
}

/** A relay of the bank in a process of its own, which can be killed and stopped where it stands. */
export class RelayProcess {
  /** What it has told of failures. */
  readonly told: string[] = [];
  readonly #child: ChildProcess;

  constructor({ connectionString, brokers, prefix }: RelayPlace) {
    this.#child = fork(program, [connectionString, brokers, prefix], { execArgv: ['--import', loader] });
    this.#child.on('message', (what) => this.told.push(JSON.stringify(what)));
  }

  suspend(): void {
    this.#child.kill('SIGSTOP');
  }

  resume(): void {
    this.#child.kill('SIGCONT');
  }

  /** `kill -9` */
  async kill(): Promise<void> {
    await this.#end('SIGKILL');
  }

  async stop(): Promise<void> {
    await this.#end('SIGTERM');
  }

  async #end(signal: NodeJS.Signals): Promise<void> {
    if (this.#child.exitCode !== null || this.#child.signalCode !== null) return;
    const ended = once(this.#child, 'exit');
    this.#child.kill('SIGCONT');
    this.#child.kill(signal);
    await ended;
  }
}
