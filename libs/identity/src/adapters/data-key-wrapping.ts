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

/** A subject's key as it goes to the contexts that seal and open with it. */
export interface DataKeySecret {
  readonly id: string;
  /** 32 bytes. Stands in no log line, span, metric or error. */
  readonly secret: Uint8Array;
}

/** What there is of a key that was made at some time. */
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

/** @throws BrokenWrappingError when it was wrapped by another master key, or for another row. */
export function openDataKey(
  masterKey: MasterKey,
  { subject, key_id: id, wrapped_key: wrapped }: DataKeyRow,
): StoredDataKey {
  return wrapped === null ? 'erased' : { id, secret: masterKey.unwrap(wrapped, placeOf(subject, id)) };
}

function placeOf(subject: string, keyId: string): WrappedPlace {
  return { purpose: dataKeySecrets.purpose, row: [subject, keyId] };
}
