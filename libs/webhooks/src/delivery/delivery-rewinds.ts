import { Inject, Injectable } from '@nestjs/common';
import type { SqlFragment } from '@svc/event-store';
import type { IdGenerator, TenantId } from '@svc/kernel';
import { timestamp, type Database, type Tx } from '@svc/postgres';
import { DATABASE, IDS } from '@svc/service-host';
import { DeliveryDispatcher } from './delivery-dispatcher.js';

/** The maximum of one transaction. */
const deliveriesAtOnce = 500;

export interface Rewind {
  readonly rewindId: string;
  readonly tenantId: TenantId;
  readonly destinationId: string;
  readonly sinceMs: number;
  readonly untilMs: number;
}

interface RewindRow {
  readonly rewind_id: string;
  readonly tenant_id: TenantId;
  readonly destination_id: string;
  readonly until: Date;
  readonly reached_at: Date;
  readonly reached_id: string;
}

/** For the append of the rewind. */
export function rewindInsertion({
  rewindId,
  tenantId,
  destinationId,
  sinceMs,
  untilMs,
}: Rewind): SqlFragment {
  return {
    name: 'delivery_rewind',
    text: `INSERT INTO webhooks.delivery_rewind (rewind_id, tenant_id, destination_id, until, reached_at, reached_id)
           VALUES ($1, $2, $3, $4::timestamptz, $5::timestamptz, '')`,
    values: [rewindId, tenantId, destinationId, timestamp(untilMs), timestamp(sinceMs)],
  };
}

/**
 * Carries out rewinds: each original delivery of that time gets another cycle with the same key, body and number. It
 * works in parts, so that a rewind of millions locks nothing for long and continues where it was after a process ends.
 */
@Injectable()
export class DeliveryRewinds {
  constructor(
    private readonly dispatcher: DeliveryDispatcher,
    @Inject(DATABASE) private readonly database: Database,
    @Inject(IDS) private readonly ids: IdGenerator,
  ) {}

  /** All of them, except those that another process works on; on the signal it leaves the rest for the next run. */
  async carryOut(signal: AbortSignal): Promise<void> {
    while (!signal.aborted && (await this.database.transaction((tx) => this.#part(tx))));
  }

  /** @returns whether there was one. */
  async #part(tx: Tx): Promise<boolean> {
    const { rows } = await tx.query<RewindRow>({
      name: 'webhooks.claim_rewind',
      text: 'SELECT * FROM webhooks.delivery_rewind ORDER BY rewind_id LIMIT 1 FOR UPDATE SKIP LOCKED',
      values: [],
    });
    const [rewind] = rows;
    if (!rewind) return false;
    const ids = Array.from({ length: deliveriesAtOnce }, () => this.ids.resourceId(rewind.tenant_id));
    const repeated = await tx.query<{ created_at: Date; original_id: string }>(repetition(rewind, ids));
    const last = repeated.rows.at(-1);
    await tx.query(
      last && repeated.rows.length === deliveriesAtOnce
        ? {
            name: 'webhooks.move_rewind',
            text: `UPDATE webhooks.delivery_rewind SET reached_at = $2, reached_id = $3 WHERE rewind_id = $1`,
            values: [rewind.rewind_id, last.created_at, last.original_id],
          }
        : {
            name: 'webhooks.end_rewind',
            text: 'DELETE FROM webhooks.delivery_rewind WHERE rewind_id = $1',
            values: [rewind.rewind_id],
          },
    );
    tx.afterCommit(() => this.dispatcher.wake());
    return true;
  }
}

/** An event's first cycle is its only original. */
function repetition({ destination_id, until, reached_at, reached_id }: RewindRow, ids: readonly string[]) {
  return {
    name: 'webhooks.repeat_deliveries',
    text: `WITH page AS (
             SELECT d.*, row_number() OVER (ORDER BY d.created_at, d.delivery_id) AS place
               FROM webhooks.delivery AS d
              WHERE d.destination_id = $1 AND d.is_original AND d.created_at <= $2
                AND (d.created_at, d.delivery_id) > ($3, $4)
              ORDER BY d.created_at, d.delivery_id LIMIT cardinality($5::text[])
           ), added AS (
             INSERT INTO webhooks.pending_delivery
               (delivery_id, tenant_id, destination_id, event_type, idempotency_key, body, order_key, sequence_number,
                is_original, created_at, due_at)
             SELECT ($5::text[])[place], tenant_id, destination_id, event_type, idempotency_key, body, order_key,
                    sequence_number, false, $2, $2
               FROM page
           )
           SELECT created_at, delivery_id AS original_id FROM page ORDER BY place`,
    values: [destination_id, until, reached_at, reached_id, ids],
  };
}
