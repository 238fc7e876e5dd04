import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { JsonObject, TenantId } from '@svc/kernel';
import { DataKey, deriveMasterKey, MasterKey, mergePersonal, open } from '@svc/sealing';
import type { LeftDatabase } from './left-database.js';

/** A row of an event table. */
export interface LeftEvent {
  readonly tenant_id: TenantId;
  readonly stream_id: string;
  readonly subject: string | null;
  readonly event_id: string;
  readonly event_type: string;
  readonly schema_version: number;
  readonly payload: string;
}

interface LeftKey {
  readonly subject: string;
  readonly key_id: string;
  readonly wrapped_key: Buffer;
}

/**
 * Reads the payloads of events as their writers knew them, with the keys of an installation: its folder holds the master
 * key, its database everything else. What is erased, or stands beside its event, is left out.
 */
export async function openLeftEvents(
  database: Pick<LeftDatabase['database'], 'query'>,
  dataDir: string,
): Promise<(event: LeftEvent) => JsonObject> {
  const common = Buffer.from(readFileSync(path.join(dataDir, 'master.key'), 'utf8').trim(), 'hex');
  const masterKey = new MasterKey(deriveMasterKey(common, 'identity'));
  const { rows } = await database.query<LeftKey>({
    name: 'test_left_keys',
    text: 'SELECT subject, key_id, wrapped_key FROM identity.data_key WHERE wrapped_key IS NOT NULL',
    values: [],
  });
  const keys = new Map(
    rows.map(({ subject, key_id: id, wrapped_key: wrapped }) => {
      const place = { purpose: 'data-key', row: [subject, id] };
      return [subject, new DataKey(id, masterKey.unwrap(wrapped, place))];
    }),
  );
  return (event) => {
    const { $personal: sealed, ...plain } = JSON.parse(event.payload) as JsonObject;
    const key = keys.get(event.subject ?? '');
    if (typeof sealed !== 'string' || !key) return plain;
    const place = {
      purpose: 'event',
      tenantId: event.tenant_id,
      streamId: event.stream_id,
      eventId: event.event_id,
      eventType: event.event_type,
      schemaVersion: event.schema_version,
    } as const;
    return mergePersonal(plain, JSON.parse(open(sealed, place, key).toString()) as JsonObject);
  };
}
