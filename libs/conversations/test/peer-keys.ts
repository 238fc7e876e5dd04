import { createHash } from 'node:crypto';
import type { DataKeyServiceService, SubjectKey as SubjectKeyProto } from '@svc/contracts/identity';
import { DomainError } from '@svc/errors';
import type { Handlers } from '@svc/rpc';
import type { SubjectKeys } from '@svc/sealing';
import { subjectKeyFromProto } from '@svc/service-host';

/** Always the same key for the same subject: what one test process sealed opens in another. */
export function peerKey(subject: string, erased: ReadonlySet<string> = new Set()): SubjectKeyProto {
  if (erased.has(subject)) return { subject, erased: true };
  const secret = createHash('sha256').update(subject).digest();
  const id = secret.toString('hex', 0, 16).replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-');
  return { subject, key: { id, secret }, erased: false };
}

/** Identity's keys, without a call or a cache. */
export function peerKeys(erased: ReadonlySet<string>): SubjectKeys {
  const keyOf = (subject: string) => subjectKeyFromProto(peerKey(subject, erased));
  return {
    get: async (subject) => keyOf(subject),
    getAll: async (subjects) => new Map(subjects.map((subject) => [subject, keyOf(subject)])),
  };
}

export interface KeyCalls {
  /** DataKeyService is unavailable. */
  areRefused: boolean;
}

export function keyHandlers(
  erased: ReadonlySet<string>,
  asked: string[],
  calls: KeyCalls,
): Handlers<typeof DataKeyServiceService> {
  const answer = (call: string, subjects: readonly string[]) => {
    asked.push(call);
    if (calls.areRefused) throw new DomainError('service_unavailable', 'No keys now.');
    return { keys: subjects.map((subject) => peerKey(subject, erased)) };
  };
  return {
    getKeys: async ({ subjects }) => answer('getKeys', subjects),
    ensureKeys: async ({ subjects }) => answer('ensureKeys', subjects),
  };
}
