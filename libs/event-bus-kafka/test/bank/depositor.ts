import { setTimeout as pause } from 'node:timers/promises';
import { DomainError } from '@svc/errors';
import { ConcurrencyError } from '@svc/event-store';
import { deposited, opened, type Account } from '@svc/event-bus/test-world';

const betweenDepositsMs = 20;
const betweenTriesMs = 100;

/** What a client of the bank knows of its account: each amount that was taken, in their order. No amount comes twice. */
export type DepositRecord = readonly number[];

/** A client of the bank, who deposits without a pause and keeps a record, outside of the bank. */
export class Depositor {
  #record: number[] = [];
  #lastAmount = 0;
  #stopping: AbortController | undefined;
  #working: Promise<void> = Promise.resolve();
  #failure: Error | undefined;

  constructor(readonly account: Account) {}

  get record(): DepositRecord {
    return this.#record;
  }

  /** Why it deposits no more; undefined: it goes on, or was told to stop. `stop` rejects with it too. */
  get failure(): Error | undefined {
    return this.#failure;
  }

  /** Of the account's latest event: it was opened by the first. */
  get lastVersion(): number {
    return this.#record.length + 1;
  }

  /** Opens the account. */
  async open(): Promise<void> {
    await this.account.append(opened('Ada'));
  }

  begin(): void {
    const stopping = new AbortController();
    this.#stopping = stopping;
    this.#working = this.#work(stopping.signal);
    this.#working.catch((error: Error) => (this.#failure = error));
  }

  async stop(): Promise<void> {
    this.#stopping?.abort();
    await this.#working;
  }

  /** Whatever the database does: where its answer is lost, the account tells. */
  async deposit(): Promise<void> {
    const amount = (this.#lastAmount += 1);
    const { version } = this.account;
    while (this.account.version === version) {
      try {
        await this.account.append(deposited(amount));
      } catch (error) {
        if (!isUnknown(error)) throw error;
        await pause(betweenTriesMs);
        await this.account.reload().catch(() => undefined); // the next try finds out
      }
    }
    this.#record.push(amount);
  }

  /** The bank has lost what came after this record, and the client goes on from there. */
  async goBackTo(record: DepositRecord): Promise<void> {
    this.#record = [...record];
    await this.account.reload();
  }

  async #work(signal: AbortSignal): Promise<void> {
    while (!signal.aborted) {
      await this.deposit();
      await pause(betweenDepositsMs);
    }
  }
}

/** The database is away, or has taken the deposit without an answer. */
function isUnknown(error: unknown): boolean {
  return error instanceof DomainError || error instanceof ConcurrencyError;
}
