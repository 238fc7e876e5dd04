import type { IdentityServiceService, UserProfile } from '@svc/contracts/identity';
import type { RpcClient } from '@svc/rpc';

/** What other contexts learn of one user; undefined when there is none with this id in the organization. */
export async function profileOf(
  identity: Pick<RpcClient<typeof IdentityServiceService>, 'getUserContexts'>,
  userId: string,
  orgId = 'demo',
): Promise<UserProfile | undefined> {
  const { users } = await identity.getUserContexts({ users: [{ orgId, userId }] });
  expect(users.map(({ profile }) => profile?.key)).toEqual(users.length === 0 ? [] : [{ orgId, userId }]);
  return users[0]?.profile;
}
