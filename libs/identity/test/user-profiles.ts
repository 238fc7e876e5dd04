import type { IdentityServiceService, UserProfile } from '@svc/contracts/identity';
import type { RpcClient } from '@svc/rpc';

/** What other contexts learn of one user; undefined when there is none of this id in the organization. */
export async function profileOf(
  identity: Pick<RpcClient<typeof IdentityServiceService>, 'getUserProfiles'>,
  userId: string,
  orgId = 'demo',
): Promise<UserProfile | undefined> {
  const { users } = await identity.getUserProfiles({ users: [{ orgId, userId }] });
  expect(users.map(({ key }) => key)).toEqual(users.length === 0 ? [] : [{ orgId, userId }]);
  return users[0];
}
