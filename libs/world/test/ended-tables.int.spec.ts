import type { WorkspaceCaller } from '@svc/contracts/common';
import { identityEvents } from '@svc/contracts/public-events';
import { TestBus } from '@svc/event-bus/test-bus';
import { samplesOf } from '@svc/testing';
import { TablesHarness } from './tables-server.js';

const bus = new TestBus();
const harness = new TablesHarness();
beforeAll(() => harness.start(4, bus));
afterAll(() => harness.stop());

/** Each sample that there is of the event, as if it were of this workspace. */
async function archive({ tenantId }: WorkspaceCaller): Promise<void> {
  const streamId = `${tenantId}/workspace/${tenantId.slice('ws:'.length)}`;
  for (const sample of samplesOf(identityEvents.WorkspaceArchived))
    await bus.publishSample(identityEvents.WorkspaceArchived, {
      ...sample,
      ...{ tenantId: tenantId as `ws:${string}`, streamId },
    });
}

async function thereIs(caller: WorkspaceCaller): Promise<unknown> {
  const { schema, roles } = await harness.placeOf(caller);
  const { rows } = await harness.rows.database.pool.query(
    `SELECT (SELECT count(*)::int FROM pg_namespace WHERE nspname = $1) AS schemas,
            (SELECT count(*)::int FROM pg_roles WHERE rolname = ANY ($2)) AS roles,
            (SELECT count(*)::int FROM svc_tables.workspace_table WHERE tenant_id = $3) AS tables`,
    [schema, Object.values(roles), caller.tenantId],
  );
  return rows[0];
}

const nothing = { schemas: 0, roles: 0, tables: 0 };

describe('when a workspace is archived', () => {
  it('its tables and its roles are gone, and those of others stay', async () => {
    const [ours, theirs] = [harness.caller(), harness.caller()];
    for (const caller of [ours, theirs]) await harness.create(caller, 'visit', [{ name: 'note' }]);
    await archive(ours);
    expect(await thereIs(ours)).toEqual(nothing);
    expect(await thereIs(theirs)).toEqual({ schemas: 1, roles: 2, tables: 1 });
  });

  it('what is asked for afterwards makes nothing again', async () => {
    const caller = harness.caller();
    await harness.create(caller, 'visit', [{ name: 'note' }]);
    await archive(caller);
    await expect(harness.create(caller, 'visit', [{ name: 'note' }])).rejects.toMatchObject({
      code: 'not_found',
    });
    await expect(harness.query(caller, 'SELECT 1')).rejects.toMatchObject({ code: 'not_found' });
    expect(await thereIs(caller)).toEqual(nothing);
  });

  it('while somebody uses a table, nothing is removed, and all of it when the event comes again', async () => {
    const caller = harness.caller();
    await harness.create(caller, 'visit', [{ name: 'note' }]);
    const { schema } = await harness.placeOf(caller);
    const client = await harness.signedIn(caller);
    await client.query(`BEGIN; SELECT * FROM ${schema}.visit`);
    await expect(archive(caller)).rejects.toMatchObject({ code: 'service_unavailable' });
    expect(await thereIs(caller)).toEqual({ schemas: 1, roles: 2, tables: 1 });
    await client.query('ROLLBACK');
    await bus.repeat();
    expect(await thereIs(caller)).toEqual(nothing);
  });

  it('when it never had a table, nothing is made for it', async () => {
    const caller = harness.caller();
    await archive(caller);
    expect(await thereIs(caller)).toEqual(nothing);
  });
});
