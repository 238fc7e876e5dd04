import type { KeyedHash } from '@svc/engine';
import type { TenantId } from '@svc/kernel';
import { userSubject } from '@svc/kernel';
import { subjectKeyFromProto } from '@svc/service-host';
import type { WrittenKey } from '../src/replay/recorded-history.js';
import { peerKey } from './peer-keys.js';

/** The data key of a user, in the form of a history. */
export function writtenKey(tenantId: TenantId, userId: string): WrittenKey {
  const { key } = peerKey(userSubject(tenantId, userId));
  if (!key) throw new Error('Nobody is erased yet.');
  return { id: key.id, secret: Buffer.from(key.secret).toString('base64') };
}

/** The key of the hashes in a user's turns. */
export function hashOf(tenantId: TenantId, userId: string): KeyedHash {
  const key = subjectKeyFromProto(peerKey(userSubject(tenantId, userId)));
  if (key === 'erased') throw new Error('Nobody is erased yet.');
  return (use, text) => key.hash(use, text);
}
