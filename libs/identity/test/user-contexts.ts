import type { IdentityServiceService, UserContext } from '@svc/contracts/identity';
import type { RpcClient } from '@svc/rpc';

/** What other contexts learn of one user; undefined when there is none of this id in the organization. */
export async function contextOf(
  identity: Pick<RpcClient<typeof IdentityServiceService>, 'getUserContexts'>,
  userId: string,
  orgId = 'demo',
): Promise<UserContext | undefined> {
  const { users } = await identity.getUserContexts({ users: [{ orgId, userId }] });
  expect(users.map(({ key }) => key)).toEqual(users.length === 0 ? [] : [{ orgId, userId }]);
  return users[0];
}
