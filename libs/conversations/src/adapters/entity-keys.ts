import type { DataKeyServiceService } from '@svc/contracts/identity';
import { DomainError } from '@svc/errors';
import { userSubject } from '@svc/kernel';
import type { RpcClient } from '@svc/rpc';
import type { KeyRing } from '@svc/sealing';
import { subjectKeyFromProto } from '@svc/service-host';
import type { Entities } from '../ports/ports.js';

export type EntityKeyClient = Pick<RpcClient<typeof DataKeyServiceService>, 'ensureKeys'>;

/** Entities have no profile yet; identity keeps their keys, from their first conversation on. */
export function entityKeys(identity: EntityKeyClient, keys: KeyRing): Entities {
  return {
    async welcome(tenantId, entityId) {
      const subject = userSubject(tenantId, entityId);
      const { keys: ensured } = await identity.ensureKeys({ subjects: [subject] });
      const [message] = ensured;
      if (message === undefined) throw new Error('An answer about a key holds nothing about it');
      if (keys.learn(subject, subjectKeyFromProto(message)) === 'erased') throw erased();
    },
    async profile(tenantId, entityId) {
      if ((await keys.get(userSubject(tenantId, entityId))) === 'erased') throw erased();
      return { displayName: '', preferredLanguage: null, timezone: null, additionalContext: [] };
    },
  };
}

function erased(): DomainError {
  return new DomainError('not_found', 'This entity was erased.');
}
