import type { SqlFragment } from '@svc/event-store';
import type { Statement } from '@svc/postgres';

export const dataKeyTable = 'identity.data_key';

export interface DataKeyRow {
  readonly subject: string;
  readonly key_id: string;
  /** Null: destroyed. */
  readonly wrapped_key: Buffer | null;
}

export interface NewDataKeyRow {
  readonly subject: string;
  readonly keyId: string;
  readonly wrappedKey: Buffer;
  readonly wrappingKeyId: string;
}

export function selectKeys(subjects: readonly string[]): Statement {
  return {
    name: 'identity.select_data_keys',
    text: 'SELECT subject, key_id, wrapped_key FROM identity.data_key WHERE subject = ANY($1::text[])',
    values: [subjects],
  };
}

/** The subjects among these with a key that is not destroyed. */
export function selectHeld(subjects: readonly string[]): Statement {
  return {
    name: 'identity.select_held_data_keys',
    text: `SELECT subject FROM identity.data_key WHERE subject = ANY($1::text[]) AND wrapped_key IS NOT NULL`,
    values: [subjects],
  };
}

/** A page of subjects whose keys are destroyed, in the order of their ids. */
export function selectDestroyed(after: string, limit: number): Statement {
  return {
    name: 'identity.select_destroyed_data_keys',
    text: `SELECT subject FROM identity.data_key WHERE wrapped_key IS NULL AND subject > $1 ORDER BY subject LIMIT $2`,
    values: [after, limit],
  };
}

export function insertion(row: NewDataKeyRow, nowMs: number): SqlFragment {
  return {
    name: 'data_key',
    text: `INSERT INTO identity.data_key (subject, key_id, wrapped_key, wrapping_key_id, created_at)
           VALUES ($1, $2::uuid, $3::bytea, $4, $5::timestamptz)`,
    values: [row.subject, row.keyId, row.wrappedKey, row.wrappingKeyId, new Date(nowMs).toISOString()],
  };
}

/**
 * Existing keys stay, also new ones of others and destroyed ones. In the order of the subjects, to avoid deadlocks.
 */
export function insertMissing(rows: readonly NewDataKeyRow[], nowMs: number): Statement {
  return {
    name: 'identity.insert_missing_data_keys',
    text: `INSERT INTO identity.data_key (subject, key_id, wrapped_key, wrapping_key_id, created_at)
           SELECT subject, key_id, wrapped_key, wrapping_key_id, $5
             FROM unnest($1::text[], $2::uuid[], $3::bytea[], $4::text[])
               AS made (subject, key_id, wrapped_key, wrapping_key_id)
            ORDER BY subject
           ON CONFLICT (subject) DO NOTHING`,
    values: [
      rows.map(({ subject }) => subject),
      rows.map(({ keyId }) => keyId),
      rows.map(({ wrappedKey }) => wrappedKey),
      rows.map(({ wrappingKeyId }) => wrappingKeyId),
      new Date(nowMs),
    ],
  };
}

/** @param keyId of the row, if there is none: a subject that ended before it had a key never gets one. */
export function destruction(subject: string, keyId: string, nowMs: number): SqlFragment {
  return {
    name: 'data_key_destruction',
    text: `INSERT INTO identity.data_key AS stored (subject, key_id, created_at, destroyed_at)
           VALUES ($1, $2::uuid, $3::timestamptz, $3::timestamptz)
           ON CONFLICT (subject) DO UPDATE
             SET wrapped_key = NULL, wrapping_key_id = NULL,
                 destroyed_at = coalesce(stored.destroyed_at, excluded.destroyed_at)`,
    values: [subject, keyId, new Date(nowMs).toISOString()],
  };
}
