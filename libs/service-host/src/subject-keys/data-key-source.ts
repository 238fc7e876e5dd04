import type { DataKeyServiceService, SubjectKey as SubjectKeyProto } from '@svc/contracts/identity';
import { DomainError } from '@svc/errors';
import type { RpcClient } from '@svc/rpc';
import { DataKey, type KeySource, type SubjectKey } from '@svc/sealing';

export type DataKeyClient = Pick<RpcClient<typeof DataKeyServiceService>, 'getKeys'>;

/** The keys of subjects, from identity, which stores them. */
export function dataKeySource(identity: DataKeyClient): KeySource {
  return {
    async keysOf(subjects) {
      const { keys } = await identity.getKeys({ subjects: [...subjects] }).catch(asTroubleOfOurs);
      return new Map(keys.map((message) => [message.subject, subjectKeyFromProto(message)]));
    },
  };
}

/** @throws Error for a response with neither: data must not count as erased because of it. */
export function subjectKeyFromProto({ key, erased }: SubjectKeyProto): SubjectKey {
  if (erased) return 'erased';
  if (!key) throw new Error('An answer about a key holds neither the key nor that it was destroyed');
  return new DataKey(key.id, key.secret);
}

/** This rejection is about our service, not about its caller. */
function asTroubleOfOurs(error: unknown): never {
  if (error instanceof DomainError && error.code === 'service_unavailable') throw error;
  throw new Error('Identity gives no keys to this service', { cause: error });
}
