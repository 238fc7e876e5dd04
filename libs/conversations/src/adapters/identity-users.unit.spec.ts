import type { GetUserContextsRequest, UserContext } from '@svc/contracts/identity';
import type { SubjectKey } from '@svc/sealing';
import { peerKey } from '../../test/peer-keys.js';
import { userProfile } from '../../test/peers.js';
import { identityUsers, type IdentityClient } from './identity-users.js';

/** An identity service that records its requests, and knows ada of two organizations. */
function identity({ erased = [] }: { readonly erased?: readonly string[] } = {}) {
  const asked: GetUserContextsRequest[] = [];
  const learnt = new Map<string, SubjectKey>();
  const known: UserContext[] = ['demo', 'clinic'].map((orgId) => ({
    profile: userProfile('ada', { key: { orgId, userId: 'ada' }, displayName: `Ada of ${orgId}` }),
    dataKey: peerKey(`org:${orgId}/user/ada`, new Set(erased)),
  }));
  const client = {
    getUserContexts: async (request: GetUserContextsRequest) => {
      asked.push(request);
      return { users: known.toReversed() };
    },
  };
  const keys = { learn: (subject: string, key: SubjectKey) => (learnt.set(subject, key), key) };
  return { asked, learnt, users: identityUsers(client as unknown as IdentityClient, keys) };
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

  it('when one of them is unknown, then only the turn that asked for it gets the error', async () => {
    const { users } = identity();
    const [known, unknown] = await Promise.allSettled([
      users.profile('org:demo', 'ada'),
      users.profile('org:other', 'ada'),
    ]);
    expect(known).toMatchObject({ status: 'fulfilled', value: { displayName: 'Ada of demo' } });
    expect(unknown).toMatchObject({ status: 'rejected', reason: { code: 'not_found' } });
  });

  it('when the same user is asked for later, then identity is asked again', async () => {
    const { asked, users } = identity();
    await users.profile('org:demo', 'ada');
    await users.profile('org:demo', 'ada');
    expect(asked).toHaveLength(2);
  });

  it('then their keys come with them, and no key is asked for', async () => {
    const { learnt, users } = identity();
    await users.profile('org:demo', 'ada');
    const { key } = peerKey('org:demo/user/ada');
    expect(learnt.get('org:demo/user/ada')).toMatchObject({ id: key?.id });
  });

  it('given a user whose key was destroyed, then there is no such user, and the key is known as erased', async () => {
    const { learnt, users } = identity({ erased: ['org:demo/user/ada'] });
    await expect(users.profile('org:demo', 'ada')).rejects.toMatchObject({ code: 'not_found' });
    expect(learnt.get('org:demo/user/ada')).toBe('erased');
    expect(await users.profile('org:clinic', 'ada')).toMatchObject({ displayName: 'Ada of clinic' });
  });
});
