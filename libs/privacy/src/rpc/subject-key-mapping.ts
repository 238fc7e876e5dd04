import { SubjectKey } from '@svc/contracts/identity';
import { toProto } from '@svc/kernel';
import type { StoredDataKey } from '../adapters/data-key-wrapping.js';

export function subjectKeyToProto([subject, key]: readonly [string, StoredDataKey]): SubjectKey {
  if (key === 'erased') return toProto(SubjectKey, { subject, key: null, erased: true });
  const { id, secret } = key;
  return toProto(SubjectKey, { subject, key: { id, secret: Buffer.from(secret) }, erased: false });
}
