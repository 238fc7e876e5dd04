import { grantToMessage } from '@svc/auth';
import type { IdentityServiceService } from '@svc/contracts/identity';
import type { Handlers } from '@svc/rpc';
import type { IdentityContext } from '../application/identity-context.js';
import { getAccess } from '../application/get-access.js';
import { signInWithApiKey } from '../application/sign-in-with-api-key.js';

type SignInHandlers = Pick<
  Handlers<typeof IdentityServiceService>,
  'signInWithApiKey' | 'getAccess' | 'getJwks'
>;

export function signInHandlers(identity: IdentityContext): SignInHandlers {
  return {
    signInWithApiKey: (request) => signInWithApiKey(identity, request),

    async getAccess(request) {
      const access = await getAccess(identity, request);
      if (!access) return { active: false, roleId: '', roleName: '', displayName: '', grants: [] };
      return { ...access, active: true, grants: access.grants.map(grantToMessage) };
    },

    async getJwks() {
      return { jwksJson: await identity.signingKeys.publicKeySet() };
    },
  };
}
