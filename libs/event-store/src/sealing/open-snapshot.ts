import type { JsonObject } from '@svc/kernel';
import { BrokenSealError, open } from '@svc/sealing';
import type { StreamAddress } from '../events/stream-address.js';
import { parseJsonObject } from '../events/storable-json.js';
import type { Vault } from './vault.js';

/** A snapshot as it is stored. */
export interface StoredSnapshot extends StreamAddress {
  /** Whose record the stream is, by the event that the snapshot stands at. */
  readonly subject: string | null;
  readonly streamVersion: number;
  readonly state: string;
}

/**
 * @returns `broken` for what can't be told: it was moved or changed.
 * @throws DomainError `service_unavailable` when the subject's key can't be had now.
 */
export async function openSnapshot(
  { tenantId, streamId, subject, streamVersion, state }: StoredSnapshot,
  { keys }: Vault,
): Promise<JsonObject | 'erased' | 'broken'> {
  if (subject === null) return parsed(state);
  const key = await keys.get(subject);
  if (key === 'erased') return 'erased';
  try {
    return parsed(open(state, { purpose: 'snapshot', tenantId, streamId, streamVersion }, key).toString());
  } catch (error) {
    if (error instanceof BrokenSealError) return 'broken';
    throw error;
  }
}

function parsed(state: string): JsonObject | 'broken' {
  try {
    return parseJsonObject(state);
  } catch {
    return 'broken';
  }
}
