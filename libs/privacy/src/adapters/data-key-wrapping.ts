import type { MasterKey, RandomBytes, WrappedPlace } from '@svc/sealing';
import type { WrappedSecrets } from '@svc/service-host';
import type { DataKeyRow, NewDataKeyRow } from './data-key-statements.js';

/** Where data keys are stored. */
export const dataKeySecrets: WrappedSecrets = {
  table: 'identity.data_key',
  purpose: 'data-key',
  row: ['subject', 'key_id'],
  column: 'wrapped_key',
};

/** A subject's key as sent to the contexts that seal and open with it. */
export interface DataKeySecret {
  readonly id: string;
  /** 32 bytes. Never in a log line, span, metric or error. */
  readonly secret: Uint8Array;
}

/** The state of a key that was created at some time. */
export type StoredDataKey = DataKeySecret | 'erased';

export function wrapDataKey(
  masterKey: MasterKey,
  random: RandomBytes,
  key: { readonly subject: string; readonly keyId: string; readonly secret: Uint8Array },
): NewDataKeyRow {
  const { subject, keyId, secret } = key;
  const wrappedKey = masterKey.wrap(secret, placeOf(subject, keyId), random);
  return { subject, keyId, wrappedKey, wrappingKeyId: masterKey.id };
}

/** A stored key that does not open: it was wrapped by another master key, or its row was changed. */
export class UnreadableDataKeyError extends Error {
  override readonly name = 'UnreadableDataKeyError';

  constructor({ subject, key_id: id }: DataKeyRow, masterKey: MasterKey, cause: unknown) {
    super(`Key ${id} of ${subject} does not open under master key ${masterKey.id}.`, { cause });
  }
}

/** @throws UnreadableDataKeyError, so that nobody counts as erased because of it. */
export function openDataKey(masterKey: MasterKey, row: DataKeyRow): StoredDataKey {
  const { subject, key_id: id, wrapped_key: wrapped } = row;
  if (wrapped === null) return 'erased';
  try {
    return { id, secret: masterKey.unwrap(wrapped, placeOf(subject, id)) };
  } catch (error) {
    throw new UnreadableDataKeyError(row, masterKey, error);
  }
}

function placeOf(subject: string, keyId: string): WrappedPlace {
  return { purpose: dataKeySecrets.purpose, row: [subject, keyId] };
}
