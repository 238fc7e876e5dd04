import type { DataKeyServiceService, SubjectKey as SubjectKeyMessage } from '@svc/contracts/identity';
import { DomainError } from '@svc/errors';
import type { RpcClient } from '@svc/rpc';
import { DataKey, type KeySource, type SubjectKey } from '@svc/sealing';

export type DataKeyClient = Pick<RpcClient<typeof DataKeyServiceService>, 'getKeys'>;

/** The keys of subjects, asked of identity, which keeps them. */
export function dataKeySource(identity: DataKeyClient): KeySource {
  return {
    async keysOf(subjects) {
      const { keys } = await identity.getKeys({ subjects: [...subjects] }).catch(asTroubleOfOurs);
      return new Map(keys.map((message) => [message.subject, subjectKeyFromMessage(message)]));
    },
  };
}

/** @throws Error for an answer that says neither: nobody's words are taken for erased because of it. */
export function subjectKeyFromMessage({ key, erased }: SubjectKeyMessage): SubjectKey {
  if (erased) return 'erased';
  if (!key) throw new Error('An answer about a key holds neither the key nor that it was destroyed');
  return new DataKey(key.id, key.secret);
}

/** A refusal is about this service, not about whoever it works for. */
function asTroubleOfOurs(failure: unknown): never {
  if (failure instanceof DomainError && failure.code === 'service_unavailable') throw failure;
  throw new Error('Identity gives no keys to this service', { cause: failure });
}
