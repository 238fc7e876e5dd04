import { FrontendView } from '@svc/contracts/identity';
import type { SubjectKeys } from '@svc/sealing';
import { SUBJECT_KEYS } from '@svc/service-host';
import { recountRows } from '../src/adapters/row-counts.js';
import { HandOverRoles } from '../src/application/hand-over-roles.js';
import { ReadModels } from '../src/application/read-models.js';
import { newUser, startDemo, superUserOf, type Demo } from './demo.js';
import { openedContent } from './opened-content.js';
import { profileOf } from './user-profiles.js';
import { liveInWorkspaces } from './workspaces.js';

let demo: Demo;
beforeAll(async () => {
  demo = await startDemo();
  await liveALittle();
});
afterAll(() => demo.stop());

const tables = [
  'organization',
  'role',
  'user_account',
  'user_sensitive_variables',
  'user_additional_context',
  'membership',
  'api_key',
  'api_key_secret',
  'temporary_permission_grant',
  'workspace',
  'workspace_api_key',
  'workspace_api_key_secret',
  'revoked_workspace_api_key',
  'held_count',
];

/** All event types, several in one append, and an e-mail address that moves from one user to another. */
async function liveALittle(): Promise<void> {
  const { owner: caller, identity } = demo;
  const sensitiveVariables = { pin: '1234', ssn: '5678' };
  await identity.createRole({
    caller,
    roleName: 'Reader',
    description: 'Reads',
    frontendView: FrontendView.FRONTEND_VIEW_CLIENT,
    permissionGrants: [{ permissionName: 'Service:GetService', conditions: {} }],
  });
  for (const orgId of ['second', 'third'])
    await identity.createOrganization({ caller, orgId, orgName: 'Another', userDimensions: [] });
  await identity.deleteUser({ caller: await superUserOf(demo, 'third'), userId: caller.userId });
  const email = 'moving@demo.test';
  const first = await identity.createUser(newUser(caller, { email, sensitiveVariables }));
  await identity.deleteUser({ caller, userId: first.userId });
  const { userId } = await identity.createUser(newUser(caller, { email, sensitiveVariables }));
  const changes = { caller, userId, firstName: 'Other', timezone: { value: 'Asia/Tokyo' } };
  await identity.updateUser({ ...changes, additionalContext: ['one', 'two'] });
  await identity.updateUser({ caller, userId, timezone: {}, additionalContext: ['three'] });
  await identity.createTemporaryPermissionGrant({
    caller,
    userId,
    duration: 'PT1H',
    permissionGrant: { permissionName: 'Role:GetRole', conditions: {} },
    tags: [{ key: 'ticket', value: '1' }],
    justification: 'Looks after the roles.',
  });
  await identity.assignRole({ caller, userId, roleName: 'Reader' });
  const key = { caller, duration: 'P30D', roleName: 'DefaultUserRole' };
  await identity.createApiKey({ ...key, name: 'kept' });
  await identity.createApiKey({ ...key, name: 'handed over', roleName: 'Reader' });
  const { apiKeyId } = await identity.createApiKey(key);
  await identity.deleteApiKey({ caller, apiKeyId });
  await identity.modifyRole({ caller, roleName: 'Reader', description: 'Reads along' });
  await identity.modifyRole({ caller, roleName: 'Reader', frontendView: FrontendView.FRONTEND_VIEW_ADMIN });
  const handOver = (await demo.replica()).get(HandOverRoles);
  await handOver.execute();
  demo.clock.advance(86_400_000);
  await handOver.execute();
  await identity.modifyRole({ caller, roleName: 'Reader', permissionGrants: { items: [] } });
  await liveInWorkspaces(demo);
}

async function contents(): Promise<Record<string, readonly unknown[]>> {
  const keys = (await demo.replica()).get<SubjectKeys>(SUBJECT_KEYS);
  const reader = { database: demo.storage.database, keys };
  const all = tables.map(async (table) => [table, await openedContent(table, reader)] as const);
  return Object.fromEntries(await Promise.all(all));
}
const rebuild = async () => (await demo.replica()).get(ReadModels).rebuild();
const run = (name: string, text: string) => demo.storage.database.query({ name, text, values: [] });

const someoneWaits = `
  SELECT FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND datname = current_database()`;
const wrongCounts = `
  SELECT org_id, held FROM identity.held_count AS count
   WHERE what = 'api_key' AND held <> (SELECT count(*) FROM identity.api_key AS key WHERE key.org_id = count.org_id)`;

describe('read models', () => {
  it('when they are damaged and rebuilt from the log, then they hold the same', async () => {
    const before = await contents();
    for (const table of tables) expect(before[table]?.length).toBeGreaterThan(0);
    await run('damage', `UPDATE identity.user_account SET first_name = 'Damaged'`);
    await run('empty', 'DELETE FROM identity.api_key');
    await run('leave', 'DELETE FROM identity.membership');
    await run('forget', 'DELETE FROM identity.user_additional_context');
    const { rows } = await run('count', 'SELECT FROM identity.event WHERE stream_version = 1');
    expect(await rebuild()).toMatchObject({ streams: rows.length });
    expect(await contents()).toEqual(before);
  });

  it.each([
    'TRUNCATE identity.role, identity.api_key',
    'DELETE FROM identity.held_count',
    'UPDATE identity.held_count SET held = held + 1',
  ])('when a damage fired no trigger (%s), then the counts are right', async (damage) => {
    const before = await contents();
    await run(damage, damage);
    await rebuild();
    expect(await contents()).toEqual(before);
  });

  it('when a deletion of counted rows is not committed yet, then the count waits for it and is exact', async () => {
    const { database } = demo.storage;
    let recounted: Promise<void> | undefined;
    await database.transaction(async (tx) => {
      const text = `DELETE FROM identity.api_key WHERE org_id = 'third'`;
      await tx.query({ name: 'remove', text, values: [] });
      recounted = recountRows(database);
      recounted.catch(() => undefined); // awaited below
      while ((await run('waits', someoneWaits)).rowCount === 0);
    });
    await recounted;
    expect((await run('wrong', wrongCounts)).rows).toEqual([]);
    await rebuild();
  });

  it('when there are concurrent writes, then nothing of theirs is lost', async () => {
    const creations = [1, 2, 3].map(() => demo.identity.createUser(newUser(demo.owner)));
    const [, ...created] = await Promise.all([rebuild(), ...creations]);
    for (const { userId } of created) {
      expect(await profileOf(demo.identity, userId)).toBeDefined();
    }
    const before = await contents();
    await rebuild();
    expect(await contents()).toEqual(before);
  });

  it('were filled by every type of event', async () => {
    const { rows } = await run('types', 'SELECT DISTINCT event_type FROM identity.event');
    expect(rows).toHaveLength(31);
  });
});
