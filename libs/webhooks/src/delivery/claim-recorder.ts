import { setTimeout as pause } from 'node:timers/promises';
import type { Clock } from '@svc/kernel';
import { sqlState, type Database } from '@svc/postgres';
import type { Logger } from '@svc/telemetry';
import type { DeliveryDays } from './delivery-days.js';
import { recordStatement, type RecordedClaim } from './record-statement.js';

/** The maximum of one statement. */
const maxAtOnce = 500;
/** Between attempts while the database is away, in ms. */
const againAfterMs = 500;
/** PostgreSQL's check_violation, also raised for a row without a partition. */
const withoutPartition = '23514';

interface Waiting extends RecordedClaim {
  readonly recorded: (wasRecorded: boolean) => void;
}

/** Records the outcomes of claims in batches: while one statement runs, the next batch gathers. */
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

  /** Resolves when it is in the database; false: it never will be, and the claim will count as lost. */
  record(claim: RecordedClaim): Promise<boolean> {
    return new Promise((recorded) => {
      this.#waiting.push({ ...claim, recorded });
      this.#running ??= this.#run().finally(() => (this.#running = undefined));
    });
  }

  /** Tries once more to record what waits, then stops. */
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

  /**
   * After a machine has slept for days, or its clock was set, other days may be needed than those created ahead.
   */
  async #madeDays(): Promise<boolean> {
    try {
      return await this.days.keep();
    } catch (error) {
      this.logger.error('the days of the delivery history can not be made', { error });
      return false;
    }
  }
}
