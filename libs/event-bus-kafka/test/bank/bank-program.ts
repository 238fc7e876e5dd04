import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';

const loader = path.resolve(import.meta.dirname, '../../../../test/support/source-loader.mjs');

/** Configuration of the programs of a bank. */
export interface BankPlace {
  /** Database of the bank's log. */
  readonly bank: string;
  /** Database of the ledger. */
  readonly ledger: string;
  readonly brokers: readonly string[];
  /** Names topics and groups. */
  readonly installation: string;
  /** Of the ledger's consumers. Undefined: the usual one. */
  readonly sessionMs: number | undefined;
}

/** `node --import …/source-loader.mjs <program>.ts <place>`: what such a program was started with. */
export function placeOfProgram(): BankPlace {
  return JSON.parse(process.argv[2] ?? '') as BankPlace;
}

/** A relay or a consumer of the bank in its own process, which can be killed and suspended. */
export class BankProgram {
  /** Its reported errors, and group joins of a consumer. */
  readonly told: string[] = [];
  readonly #child: ChildProcess;

  constructor(program: 'relay' | 'consumer', place: BankPlace) {
    const file = path.join(import.meta.dirname, `${program}-program.ts`);
    this.#child = fork(file, [JSON.stringify(place)], { execArgv: ['--import', loader] });
    this.#child.on('message', (what: string) => this.told.push(what));
  }

  suspend(): void {
    this.#child.kill('SIGSTOP');
  }

  resume(): void {
    this.#child.kill('SIGCONT');
  }

  /** `kill -9` */
  async kill(): Promise<void> {
    if (this.#child.exitCode !== null || this.#child.signalCode !== null) return;
    const ended = once(this.#child, 'exit');
    this.#child.kill('SIGKILL');
    await ended;
  }
}
