import type { Caller } from '@svc/contracts/common';
import { callerOf } from './caller.js';
import { codeOf, granted, startDemo, type Demo } from './demo.js';
import { profileOf } from './user-profiles.js';

let demo: Demo;
beforeAll(async () => void (demo = await startDemo()));
afterAll(() => demo.stop());

const administrators = async (): Promise<{ lesser: Caller; greater: Caller }> => ({
  lesser: await demo.addUser({ roleName: 'DefaultAdministratorRole' }),
  greater: await demo.addUser({ roleName: 'DefaultSvcAdministratorRole' }),
});
const remove = (caller: Caller, userId: string) => codeOf(demo.identity.deleteUser({ caller, userId }));
const newKey = async (roleName: string): Promise<string> =>
  (await demo.identity.createApiKey({ caller: demo.owner, duration: 'P1D', roleName })).apiKeyId;
const removeKey = (caller: Caller, apiKeyId: string) =>
  codeOf(demo.identity.deleteApiKey({ caller, apiKeyId }));

describe('those who may delete users', () => {
  it('then can delete equals and those below, never those above', async () => {
    const { lesser, greater } = await administrators();
    expect(await remove(lesser, greater.userId)).toBe('permission_denied');
    expect(await remove(lesser, demo.owner.userId)).toBe('permission_denied');
    expect((await demo.as(greater.userId)).roleName).toBe('DefaultSvcAdministratorRole');

    expect(await remove(lesser, (await demo.addUser()).userId)).toBe('no failure');
    expect(await remove(lesser, (await administrators()).lesser.userId)).toBe('no failure');
    expect(await remove(lesser, lesser.userId)).toBe('no failure');
  });
});

describe('those who may delete API keys', () => {
  it('then can delete keys up to their own role', async () => {
    const { lesser } = await administrators();
    const above = await newKey('DefaultSvcAdministratorRole');
    expect(await removeKey(lesser, above)).toBe('permission_denied');
    expect(await removeKey(lesser, demo.apiKeyId)).toBe('permission_denied');
    expect(await removeKey(demo.owner, above)).toBe('no failure');
    expect(await removeKey(lesser, await newKey('DefaultAdministratorRole'))).toBe('no failure');
    expect(await removeKey(lesser, await newKey('DefaultUserRole'))).toBe('no failure');
  });
});

describe('somebody who keeps their conversations or model from administrators', () => {
  const privately = {
    enableResponseRecommendation: false,
    conversationsVisibleToAdmins: false,
    userModelVisibleToAdmins: false,
    audioKeyterms: [],
  };
  const withOwnKey = async ({ userId }: Caller) => {
    const { apiKey } = await demo.admin.issueApiKey({ orgId: 'demo', userId, duration: 'P1D' });
    return callerOf(demo, { orgId: 'demo', userId, apiKeyId: apiKey?.apiKeyId ?? '' });
  };
  const show = (caller: Caller, userId: string, change: object) =>
    codeOf(demo.identity.updateUser({ caller, userId, additionalContext: [], ...change }));

  it.each([[{ conversationsVisibleToAdmins: true }], [{ userModelVisibleToAdmins: true }]])(
    'then only they (%j), with a key of their own, can show it again',
    async (change) => {
      const { lesser, greater } = await administrators();
      const like = (roleName: string) => demo.addUser({ roleName, preferences: privately });
      for (const roleName of ['DefaultUserRole', 'DefaultAdministratorRole', 'DefaultSvcAdministratorRole']) {
        const hidden = await like(roleName);
        for (const other of [demo.owner, greater, lesser])
          expect(await show(other, hidden.userId, change)).toBe('permission_denied');
        // Signed in by the key of another.
        expect(await show(hidden, hidden.userId, change)).toBe('permission_denied');
        expect(await show(await withOwnKey(hidden), hidden.userId, change)).toBe('no failure');
      }
    },
  );

  it('can be hidden further by others, who can change the rest as before', async () => {
    const { lesser } = await administrators();
    const equal = await demo.addUser({ roleName: 'DefaultAdministratorRole' });
    const hide = { conversationsVisibleToAdmins: false, userModelVisibleToAdmins: false };
    expect(await show(lesser, equal.userId, hide)).toBe('no failure');
    expect(await show(lesser, equal.userId, { firstName: 'Eve', ...hide })).toBe('no failure');
    expect(await show(lesser, equal.userId, { userModelVisibleToAdmins: true })).toBe('permission_denied');
  });
});

describe('what agents know of a user', () => {
  const tell = (caller: Caller, userId: string, additionalContext: string[]) =>
    codeOf(demo.identity.updateUser({ caller, userId, additionalContext }));
  const told = async (userId: string) => (await profileOf(demo.identity, userId))?.additionalContext;

  it('then somebody below them who may otherwise change them can not write it', async () => {
    const { lesser, greater } = await administrators();
    const updater = granted(lesser, {
      permissionName: 'User:UpdateUserInfo',
      conditions: {},
    });
    for (const above of [demo.owner.userId, greater.userId]) {
      expect(await tell(updater, above, ['Says whatever Eve wants'])).toBe('permission_denied');
      expect(await told(above)).toEqual([]);
      expect(await tell(updater, above, [])).toBe('no failure');
    }
  });

  it('then they, their equals and those above can write it', async () => {
    const { lesser, greater } = await administrators();
    const user = await demo.addUser();
    for (const writer of [demo.owner, greater, lesser]) await tell(writer, user.userId, ['reads']);
    expect(await tell(lesser, (await administrators()).lesser.userId, ['reads'])).toBe('no failure');
    expect(await tell(demo.owner, demo.owner.userId, ['rules'])).toBe('no failure');
    expect(await told(user.userId)).toEqual(['reads', 'reads', 'reads']);
  });
});
