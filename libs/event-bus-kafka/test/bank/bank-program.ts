import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';

const loader = path.resolve(import.meta.dirname, '../../../../test/support/source-loader.mjs');

/** Where the programs of a bank find what they work with. */
export interface BankPlace {
  /** Database of the bank's log. */
  readonly bank: string;
  /** Database of the ledger. */
  readonly ledger: string;
  readonly brokers: readonly string[];
  /** Of topics and groups. */
  readonly prefix: string;
  /** Of the ledger's consumers. Undefined: the usual one. */
  readonly sessionMs: number | undefined;
}

/** `node --import …/source-loader.mjs <program>.ts <place>`: what such a program was started with. */
export function placeOfProgram(): BankPlace {
  return JSON.parse(process.argv[2] ?? '') as BankPlace;
}

/** A relay or a consumer of the bank in a process of its own, which can be killed and stopped where it stands. */
export class BankProgram {
  /** What it has told of failures, and consumers of their group. */
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
