import { setTimeout as pause } from 'node:timers/promises';
import { DomainError } from '@svc/errors';
import { ConcurrencyError } from '@svc/event-store';
import { deposited, opened, type Account } from '@svc/event-bus/test-world';
import { betweenDepositsMs } from '../fault-length.js';

const betweenTriesMs = 100;

/** A client's record of its account: each accepted amount, in order. No amount comes twice. */
export type DepositRecord = readonly number[];

/** A client that deposits again and again, and keeps its own record. */
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

  /** Why it failed; undefined: it runs or was stopped. `stop` rejects with it too. */
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

  /** Deposits despite outages: after a lost response it reads the account. */
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

  /** The bank has lost everything after this record; the client continues from there. */
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

/** An outage of the database, or a deposit without a response. */
function isUnknown(error: unknown): boolean {
  return error instanceof DomainError || error instanceof ConcurrencyError;
}
