import type { SubjectKey } from '@svc/contracts/identity';
import type { Complete } from '@svc/event-store';
import type { StoredDataKey } from '../adapters/data-key-wrapping.js';

export function subjectKeyToProto([subject, key]: readonly [string, StoredDataKey]): Complete<SubjectKey> {
  if (key === 'erased') return { subject, key: undefined, erased: true };
  return { subject, key: { id: key.id, secret: Buffer.from(key.secret) }, erased: false };
}
