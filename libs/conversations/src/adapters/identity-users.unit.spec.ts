import type { GetUserProfilesRequest, UserProfile } from '@svc/contracts/identity';
import { userProfile } from '../../test/peers.js';
import { identityUsers, type IdentityClient } from './identity-users.js';

/** Identity that notes what it is asked for, and knows ada of two organizations. */
function identity() {
  const asked: GetUserProfilesRequest[] = [];
  const known: UserProfile[] = ['demo', 'clinic'].map((orgId) =>
    userProfile('ada', { key: { orgId, userId: 'ada' }, displayName: `Ada of ${orgId}` }),
  );
  const client = {
    getUserProfiles: async (request: GetUserProfilesRequest) => {
      asked.push(request);
      return { users: known.toReversed() };
    },
  };
  return { asked, users: identityUsers(client as unknown as IdentityClient) };
}

describe('profiles of users', () => {
  it('when turns ask at the same time, then identity is asked once, and each gets its own user', async () => {
    const { asked, users } = identity();
    const profiles = await Promise.all([
      users.profile('org:clinic', 'ada'),
      users.profile('org:demo', 'ada'),
      users.profile('org:clinic', 'ada'),
    ]);
    expect(profiles.map(({ displayName }) => displayName)).toEqual([
      'Ada of clinic',
      'Ada of demo',
      'Ada of clinic',
    ]);
    expect(asked).toHaveLength(1);
  });

  it('when one of them is unknown, then only who asked for it is told so', async () => {
    const { users } = identity();
    const [known, unknown] = await Promise.allSettled([
      users.profile('org:demo', 'ada'),
      users.profile('org:other', 'ada'),
    ]);
    expect(known).toMatchObject({ status: 'fulfilled', value: { displayName: 'Ada of demo' } });
    expect(unknown).toMatchObject({ status: 'rejected', reason: { code: 'not_found' } });
  });

  it('when the same user is asked for later, then identity is asked anew', async () => {
    const { asked, users } = identity();
    await users.profile('org:demo', 'ada');
    await users.profile('org:demo', 'ada');
    expect(asked).toHaveLength(2);
  });
});
