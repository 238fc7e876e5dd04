import { Inject, Injectable } from '@nestjs/common';
import type { Clock } from '@svc/kernel';
import { timestamp, type Database, type Tx } from '@svc/postgres';
import { CLOCK, DATABASE } from '@svc/service-host';
import { limits } from '../domain/limits.js';

const dayMs = 86_400_000;
/** Created ahead, so that deliveries still work if no process has run for some days. */
const daysAhead = 3;
/** First half of the advisory lock's key: "days" in ASCII. */
const lockClass = 0x64617973;

/** The partitions of the history: a day (UTC) each. */
@Injectable()
export class DeliveryDays {
  constructor(
    @Inject(DATABASE) private readonly database: Database,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /**
   * Creates the partitions that deliveries may need, from the oldest pending one on. Drops those with only deliveries
   * older than 30 days. One process at a time.
   * @returns whether any were created.
   */
  keep(): Promise<boolean> {
    const nowMs = this.clock.now();
    return this.database.transaction(async (tx) => {
      await tx.query({
        name: 'webhooks.lock_delivery_days',
        text: 'SELECT pg_advisory_xact_lock($1, 0)',
        values: [lockClass],
      });
      const present = await presentDays(tx);
      const oldestMs = Math.max(await oldestToComeMs(tx, nowMs), nowMs - limits.historyMs);
      const missing = daysFrom(oldestMs, nowMs + daysAhead * dayMs).filter(
        (dayAt) => !present.has(nameOf(dayAt)),
      );
      for (const dayAt of missing) await tx.query(createDay(dayAt));
      const oldestKept = nameOf(nowMs - limits.historyMs);
      for (const name of present) if (name < oldestKept) await tx.query(dropDay(name));
      await tx.query({
        name: 'webhooks.delete_unused_sequences',
        text: 'DELETE FROM webhooks.delivery_sequence WHERE used_at < $1::timestamptz',
        values: [timestamp(nowMs - limits.historyMs)],
      });
      return missing.length > 0;
    });
  }
}

async function presentDays(tx: Tx): Promise<ReadonlySet<string>> {
  const { rows } = await tx.query<{ name: string }>({
    name: 'webhooks.select_delivery_days',
    text: `SELECT part.relname AS name FROM pg_inherits AS i JOIN pg_class AS part ON part.oid = i.inhrelid
            WHERE i.inhparent = 'webhooks.delivery'::regclass`,
    values: [],
  });
  return new Set(rows.map(({ name }) => name));
}

/** Of the pending deliveries and of new ones. */
async function oldestToComeMs(tx: Tx, nowMs: number): Promise<number> {
  const { rows } = await tx.query<{ oldest: Date | null }>({
    name: 'webhooks.select_oldest_pending',
    text: 'SELECT min(created_at) AS oldest FROM webhooks.pending_delivery',
    values: [],
  });
  return Math.min(rows[0]?.oldest?.getTime() ?? nowMs, nowMs);
}

/** Sorts in the order of the days. */
function nameOf(atMs: number): string {
  return `delivery_${timestamp(atMs).slice(0, 10).replaceAll('-', '')}`;
}

function createDay(dayAt: number) {
  const name = nameOf(dayAt);
  return {
    name: `webhooks.create_${name}`,
    text: `CREATE TABLE webhooks.${name} PARTITION OF webhooks.delivery
             FOR VALUES FROM ('${timestamp(dayAt)}') TO ('${timestamp(dayAt + dayMs)}')`,
    values: [],
  };
}

function dropDay(name: string) {
  return { name: `webhooks.drop_${name}`, text: `DROP TABLE webhooks.${name}`, values: [] };
}

/** The beginnings of all days between the two moments, those of both included. */
function daysFrom(firstMs: number, lastMs: number): readonly number[] {
  const [first, last] = [Math.floor(firstMs / dayMs), Math.floor(lastMs / dayMs)];
  return Array.from({ length: last - first + 1 }, (_day, index) => (first + index) * dayMs);
}
