import type { KeyedHash } from '@svc/engine';
import type { TenantId } from '@svc/kernel';
import { userSubject } from '@svc/kernel';
import { subjectKeyFromProto } from '@svc/service-host';
import type { WrittenKey } from '../src/replay/recorded-history.js';
import { peerKey } from './peer-keys.js';

/** The key of a user as the peers know it, as a history holds it. */
export function writtenKey(tenantId: TenantId, userId: string): WrittenKey {
  const { key } = peerKey(userSubject(tenantId, userId));
  if (!key) throw new Error('Nobody is erased yet.');
  return { id: key.id, secret: Buffer.from(key.secret).toString('base64') };
}

/** What turns of a user are hashed with. */
export function hashOf(tenantId: TenantId, userId: string): KeyedHash {
  const key = subjectKeyFromProto(peerKey(userSubject(tenantId, userId)));
  if (key === 'erased') throw new Error('Nobody is erased yet.');
  return (use, text) => key.hash(use, text);
}
