import { setTimeout as pause } from 'node:timers/promises';
import type { MemoryServer } from './memory-server.js';

/** A stream that nobody can append to for now: writers wait. */
export interface HeldStream {
  /** Resolves when somebody waits. @returns the waiting database processes */
  waitedFor(): Promise<readonly number[]>;
  /** They continue as if nothing had happened. */
  release(): Promise<void>;
}

/** Inserts the next version, a copy of any event, in a transaction that is rolled back. */
export async function lockStream({ pool }: MemoryServer['database'], streamId: string): Promise<HeldStream> {
  const holder = await pool.connect();
  await holder.query('BEGIN');
  await holder.query(
    `INSERT INTO memory.event (tenant_id, stream_id, subject, stream_version, event_type, event_id, schema_version, is_public,
                               previous_public_version, previous_public_hash, payload, metadata, created_at, hash)
     SELECT tenant_id, $1, subject, (SELECT coalesce(max(stream_version), 0) + 1 FROM memory.event WHERE stream_id = $1),
            event_type, event_id, schema_version, is_public, previous_public_version, previous_public_hash, payload, metadata,
            created_at, hash
       FROM memory.event LIMIT 1`,
    [streamId],
  );
  return {
    async waitedFor() {
      for (;;) {
        const { rows } = await pool.query<{ pid: number }>(
          `SELECT pid FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`,
        );
        if (rows.length > 0) return rows.map(({ pid }) => pid);
        await pause(10);
      }
    },
    async release() {
      await holder.query('ROLLBACK');
      holder.release();
    },
  };
}
