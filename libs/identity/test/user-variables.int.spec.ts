import type { Caller } from '@svc/contracts/common';
import { brokenFieldsOf, codeOf, granted, startDemo, type Demo } from './demo.js';
import { ReadModels } from '../src/application/read-models.js';
import { placesOf } from './everything-stored.js';
import { profileOf } from './user-profiles.js';

let demo: Demo;
beforeAll(async () => void (demo = await startDemo()));
afterAll(() => demo.stop());

const change = (userId: string, changes: object, caller: Caller = demo.owner) =>
  demo.identity.changeUserVariables({ caller, userId, upserts: [], deletes: [], ...changes });
const variable = (name: string, value: string, isSensitive = false) => ({ name, value, isSensitive });
const listed = async (userId: string) => {
  const request = { caller: demo.owner, userIds: [userId], emails: [], sortBy: [] };
  const { users } = await demo.identity.listUsers({ ...request, page: { limit: 1, offset: 0 } });
  const { nonsensitiveVariables, sensitiveVariableNames } = users[0]!;
  return [nonsensitiveVariables, sensitiveVariableNames];
};
const withSome = () =>
  demo.addUser({ nonsensitiveVariables: { plan: 'gold' }, sensitiveVariables: { pin: 'zebra-1' } });

describe('the variables of a user', () => {
  it('are set, replaced and deleted together, and agents are told the nonsensitive ones', async () => {
    const { userId } = await withSome();
    const upserts = [variable('plan', 'silver'), variable('seat', '12'), variable('ssn', 'okapi-1', true)];
    await change(userId, { upserts });
    expect(await listed(userId)).toEqual([{ plan: 'silver', seat: '12' }, ['pin', 'ssn']]);
    expect((await profileOf(demo.identity, userId))?.variables).toEqual({ plan: 'silver', seat: '12' });
    await change(userId, { upserts: [variable('pin', 'zebra-2', true)], deletes: ['seat', 'ssn'] });
    expect(await listed(userId)).toEqual([{ plan: 'silver' }, ['pin']]);
    await change(userId, { deletes: ['plan', 'pin'] });
    expect(await listed(userId)).toEqual([{}, []]);
    await change(userId, { upserts: [variable('pin', 'zebra-3', true)] });
    expect(await listed(userId)).toEqual([{}, ['pin']]);
    expect(await placesOf(['zebra', 'okapi'], demo.storage.database)).toEqual([]);
  });

  it('are told to services that make calls with them, and of nobody else', async () => {
    const { userId } = await withSome();
    const of = (orgId: string, id = userId) =>
      demo.identity.getUserVariables({ user: { orgId, userId: id } });
    expect(await of('demo')).toEqual({ nonsensitive: { plan: 'gold' }, sensitive: { pin: 'zebra-1' } });
    const none = { nonsensitive: {}, sensitive: {} };
    for (const orgId of ['other', 'a\u0000b', '']) expect(await of(orgId)).toEqual(none);
    expect(await of('demo', 'nobody')).toEqual(none);
    await demo.identity.deleteUser({ caller: demo.owner, userId });
    expect(await of('demo')).toEqual(none);
  });

  it('given a name of the other kind, then it moves there', async () => {
    const { userId } = await withSome();
    await change(userId, { upserts: [variable('plan', 'gold', true), variable('pin', 'open')] });
    expect(await listed(userId)).toEqual([{ pin: 'open' }, ['plan']]);
  });

  it('given an unknown name to delete, or more than twenty of a kind, then nothing is changed', async () => {
    const { userId } = await withSome();
    const upserts = [variable('plan', 'silver')];
    expect(await codeOf(change(userId, { upserts, deletes: ['none'] }))).toBe('invalid_request');
    const many = Array.from({ length: 20 }, (_, at) => variable(`v_${at}`, 'x'));
    expect(await codeOf(change(userId, { upserts: many }))).toBe('invalid_request');
    const secret = many.map((one) => ({ ...one, isSensitive: true }));
    expect(await codeOf(change(userId, { upserts: secret }))).toBe('invalid_request');
    expect(await listed(userId)).toEqual([{ plan: 'gold' }, ['pin']]);
    await change(userId, { upserts: [...many.slice(1), ...secret.slice(0, 1)] });
    expect((await listed(userId)).map((kind) => Object.keys(kind ?? {}).length)).toEqual([20, 2]);
  });

  it('given two changes at once, then both are there', async () => {
    const { userId } = await withSome();
    const names = ['aa', 'bb', 'cc', 'dd'];
    await Promise.all(names.map((name) => change(userId, { upserts: [variable(name, 'x', true)] })));
    expect(await listed(userId)).toEqual([{ plan: 'gold' }, [...names, 'pin']]);
  });

  it('given what is out of bounds, then each is named', async () => {
    const { userId } = await withSome();
    const upserts = [
      variable('X', 'y'),
      variable('ok', 'x'.repeat(256)),
      variable('no', ' '),
      variable('ok', 'b'),
    ];
    expect(await brokenFieldsOf(change(userId, { upserts, deletes: ['9'] }))).toEqual([
      ...[
        'body.upserts.0.name',
        'body.upserts.1.value',
        'body.upserts.2.value',
        'body.deletes.0.name',
        'body',
      ],
    ]);
  });

  it('are changed by the user and by those who are not below them', async () => {
    const user = await withSome();
    const upserts = [variable('plan', 'x')];
    expect(await codeOf(change(user.userId, { upserts }, user))).toBe('no failure');
    expect(await codeOf(change(user.userId, { upserts }, granted(demo.owner)))).toBe('permission_denied');
    const administrator = await demo.addUser({ roleName: 'DefaultAdministratorRole' });
    expect(await codeOf(change(user.userId, { upserts }, administrator))).toBe('no failure');
    expect(await codeOf(change(demo.owner.userId, { upserts }, administrator))).toBe('permission_denied');
    for (const userId of ['0123456789abcdef01234567', 'a\u0000b'])
      expect(await codeOf(change(userId, { upserts }))).toBe('not_found');
  });

  it('are the same after a rebuild', async () => {
    const { userId } = await withSome();
    await change(userId, {
      upserts: [variable('seat', '12'), variable('ssn', 'okapi', true)],
      deletes: ['pin'],
    });
    const emptied = await withSome();
    await change(emptied.userId, { deletes: ['pin', 'plan'] });
    await (await demo.replica()).get(ReadModels).rebuild();
    expect(await listed(userId)).toEqual([{ plan: 'gold', seat: '12' }, ['ssn']]);
    await change(userId, { upserts: [variable('more', 'x', true)] });
    expect(await listed(userId)).toEqual([{ plan: 'gold', seat: '12' }, ['more', 'ssn']]);
    expect(await listed(emptied.userId)).toEqual([{}, []]);
    await change(emptied.userId, { upserts: [variable('more', 'x', true)] });
    expect(await listed(emptied.userId)).toEqual([{}, ['more']]);
  });
});

describe('a search for users', () => {
  const found = async (search: string, changes: object = {}) => {
    const request = { caller: demo.owner, userIds: [], emails: [], sortBy: [], search };
    const { users } = await demo.identity.listUsers({
      ...request,
      page: { limit: 100, offset: 0 },
      ...changes,
    });
    return users.map(({ email }) => email).toSorted();
  };

  it('finds a part of the full name or of the address, in any case of letters', async () => {
    const [one, other] = ['QUAGGA@demo.test', 'other@quagga.test'];
    const { userId } = await demo.addUser({ firstName: 'Zebedee', lastName: 'O’Marsh', email: one });
    await demo.addUser({ firstName: 'Ann', lastName: 'Marsh%_', email: other });
    expect(await found('quAgga')).toEqual([one, other]);
    expect(await found('EDEE o’m')).toEqual([one]);
    expect(await found('h%_')).toEqual([other]);
    expect(await found('h%%')).toEqual([]);
    expect(await found('quagga', { userIds: [userId] })).toEqual([one]);
    expect(await found('quagga', { caller: granted(demo.owner) })).toEqual([]);
    for (const search of ['', ' ', 'a\u0000b', 'x'.repeat(201)])
      await expect(found(search)).rejects.toMatchObject({ code: 'validation_failed' });
  });
});
