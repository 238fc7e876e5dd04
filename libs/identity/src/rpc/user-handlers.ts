import type { IdentityServiceService } from '@svc/contracts/identity';
import { FieldChecks, pageOf, sortKeysOf } from '@svc/errors';
import type { Handlers } from '@svc/rpc';
import { createUser } from '../application/create-user.js';
import { deleteUser } from '../application/delete-user.js';
import type { IdentityContext } from '../application/identity-context.js';
import { updateUser } from '../application/update-user.js';
import { listUsers, userSortFields } from '../projections/list-users.js';
import { preferencesToMessage } from './preferences.js';
import { requesterOf } from './requester.js';

const pageLimits = { minimum: 0, maximum: 100 };

type UserHandlers = Pick<
  Handlers<typeof IdentityServiceService>,
  'createUser' | 'listUsers' | 'updateUser' | 'deleteUser'
>;

export function userHandlers(identity: IdentityContext): UserHandlers {
  return {
    async createUser({ caller, ...request }, context) {
      return { userId: await createUser(identity, requesterOf(caller, context), request) };
    },

    async listUsers({ caller, userIds, emails, page, sortBy }, context) {
      const { caller: reader, orgId } = requesterOf(caller, context);
      const checks = new FieldChecks();
      const { limit, offset } = pageOf(page, pageLimits, checks);
      const order = sortKeysOf(sortBy, userSortFields, checks);
      checks.verify();
      const request = { orgId, userIds, emails, sortBy: order, limit, offset };
      const { users, hasMore } = await listUsers(identity.readModels, reader.grants, request);
      return {
        users: users.map((user) => ({
          ...user,
          preferences: preferencesToMessage(user.preferences),
          nonsensitiveVariables: { ...user.nonsensitiveVariables },
          sensitiveVariableNames: [...user.sensitiveVariableNames],
        })),
        page: { hasMore, nextOffset: hasMore ? offset + limit : undefined },
      };
    },

    async updateUser({ caller, userId, audioKeyterms, ...change }, context) {
      const update = { ...change, audioKeyterms: audioKeyterms?.values };
      await updateUser(identity, requesterOf(caller, context), userId, update);
      return {};
    },

    async deleteUser({ caller, userId }, context) {
      await deleteUser(identity, requesterOf(caller, context), userId);
      return {};
    },
  };
}
