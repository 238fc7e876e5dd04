import { setTimeout as pause } from 'node:timers/promises';
import type { Clock } from '@svc/kernel';
import { sqlState, type Database } from '@svc/postgres';
import type { Logger } from '@svc/telemetry';
import type { DeliveryDays } from './delivery-days.js';
import { recordStatement, type RecordedClaim } from './record-statement.js';

/** One statement takes so many at most. */
const maxAtOnce = 500;
/** Between tries while the database is away, in ms. */
const againAfterMs = 500;
/** PostgreSQL's check_violation, which a row without a partition is, too. */
const withoutPartition = '23514';

interface Waiting extends RecordedClaim {
  readonly recorded: (wasRecorded: boolean) => void;
}

/** Records what became of claims: while one statement runs, the next ones gather. */
export class ClaimRecorder {
  readonly #waiting: Waiting[] = [];
  #running: Promise<void> | undefined;
  #isGivingUp = false;

  constructor(
    private readonly days: DeliveryDays,
    private readonly database: Database,
    private readonly clock: Clock,
    private readonly logger: Logger,
  ) {}

  /** Resolves when it stands in the database; false: it never will, and the claim will count as lost. */
  record(claim: RecordedClaim): Promise<boolean> {
    return new Promise((recorded) => {
      this.#waiting.push({ ...claim, recorded });
      this.#running ??= this.#run().finally(() => (this.#running = undefined));
    });
  }

  /** Tries what waits once more, and then no longer. */
  async stop(): Promise<void> {
    this.#isGivingUp = true;
    await this.#running;
  }

  async #run(): Promise<void> {
    while (this.#waiting.length > 0) {
      const batch = this.#waiting.slice(0, maxAtOnce);
      const wasRecorded = await this.#write(batch);
      if (!wasRecorded && !this.#isGivingUp) continue;
      this.#waiting.splice(0, batch.length);
      for (const { recorded } of batch) recorded(wasRecorded);
    }
  }

  async #write(batch: readonly RecordedClaim[]): Promise<boolean> {
    try {
      await this.database.query(recordStatement(batch, this.clock.now()));
      return true;
    } catch (error) {
      if (sqlState(error) === withoutPartition && (await this.#madeDays())) return false;
      this.logger.error('the outcome of webhook deliveries can not be recorded', {
        error,
        count: batch.length,
      });
      if (!this.#isGivingUp) await pause(againAfterMs);
      return false;
    }
  }

  /** After a machine has slept for days, or its clock was set, the days that are made beforehand may be others. */
  async #madeDays(): Promise<boolean> {
    try {
      return await this.days.keep();
    } catch (error) {
      this.logger.error('the days of the delivery history can not be made', { error });
      return false;
    }
  }
}
