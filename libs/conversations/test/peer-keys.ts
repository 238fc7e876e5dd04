import { createHash } from 'node:crypto';
import type { DataKeyServiceService, SubjectKey } from '@svc/contracts/identity';
import type { Handlers } from '@svc/rpc';
import type { KeySource } from '@svc/sealing';
import { subjectKeyFromMessage } from '@svc/service-host';

/** The same key again for the same subject, so that what one test process sealed opens in another. */
export function peerKey(subject: string, erased: ReadonlySet<string> = new Set()): SubjectKey {
  if (erased.has(subject)) return { subject, erased: true };
  const secret = createHash('sha256').update(subject).digest();
  const id = secret.toString('hex', 0, 16).replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-');
  return { subject, key: { id, secret }, erased: false };
}

export function keyHandlers(
  erased: ReadonlySet<string>,
  asked: string[],
): Handlers<typeof DataKeyServiceService> {
  const answer = (call: string, subjects: readonly string[]) => {
    asked.push(call);
    return { keys: subjects.map((subject) => peerKey(subject, erased)) };
  };
  return {
    getKeys: async ({ subjects }) => answer('getKeys', subjects),
    ensureKeys: async ({ subjects }) => answer('ensureKeys', subjects),
  };
}

export function peerKeySource(erased: ReadonlySet<string>): KeySource {
  const keyOf = (subject: string) => subjectKeyFromMessage(peerKey(subject, erased));
  return {
    keysOf: async (subjects) => new Map(subjects.map((subject) => [subject, keyOf(subject)])),
  };
}
