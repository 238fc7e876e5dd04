import { permissionsOfRole } from '@svc/auth';
import type { WorkspaceCaller } from '@svc/contracts/common';
import type { Workspace } from '@svc/contracts/identity';
import { brokenFieldsOf, codeOf, granted, startDemo, type Demo } from './demo.js';
import { startMs } from './identity-process.js';
import { createdWorkspace, inWorkspace, newWorkspace } from './workspaces.js';

let demo: Demo;
beforeAll(async () => void (demo = await startDemo()));
afterAll(() => demo.stop());

const create = (changes = {}) => createdWorkspace(demo, newWorkspace(demo.owner, changes));
const owned = async (): Promise<[WorkspaceCaller, Workspace]> => {
  const workspace = await create();
  return [inWorkspace(workspace, demo.owner), workspace];
};
const shown = async (caller: WorkspaceCaller) => (await demo.identity.getWorkspace({ caller })).workspace;
const page = { limit: 100, offset: 0 };

describe('creating a workspace', () => {
  it("then it belongs to the caller's organization, is in the serving region, and has platform authoring off", async () => {
    const workspace = await create({ slug: 'reception', name: 'Reception', environment: 'production' });
    expect(workspace).toEqual({
      workspaceId: expect.stringMatching(/^[0-9a-f]{8}-/) as string,
      orgId: 'demo',
      slug: 'reception',
      name: 'Reception',
      environment: 'production',
      region: 'us-east-1',
      platformAuthoring: false,
      createdAtMs: startMs,
      updatedAtMs: startMs,
    });
    expect(await shown(inWorkspace(workspace, demo.owner))).toEqual(workspace);
  });

  it('given callers who may not modify the organization, then they are refused', async () => {
    const { identity, owner } = demo;
    const user = await demo.addUser();
    for (const caller of [user, granted(owner)])
      expect(await codeOf(identity.createWorkspace(newWorkspace(caller)))).toBe('permission_denied');
  });

  it('given a slug that is taken, by an archived workspace too, then it is a conflict', async () => {
    const [caller, { slug }] = await owned();
    const again = () => codeOf(demo.identity.createWorkspace(newWorkspace(demo.owner, { slug })));
    expect(await again()).toBe('slug_conflict');
    await demo.identity.archiveWorkspace({ caller, slug });
    expect(await again()).toBe('slug_conflict');
  });

  it('given one slug for several at once, then one gets it', async () => {
    const one = () => codeOf(demo.identity.createWorkspace(newWorkspace(demo.owner, { slug: 'wanted' })));
    const outcomes = await Promise.all([one(), one(), one()]);
    expect(outcomes.sort()).toEqual(['no failure', 'slug_conflict', 'slug_conflict']);
  });

  it.each([
    [{ slug: 'a' }, 'body.slug'],
    [{ slug: `a${'b'.repeat(63)}` }, 'body.slug'],
    [{ slug: '-desk' }, 'body.slug'],
    [{ slug: 'Desk' }, 'body.slug'],
    [{ name: ' ' }, 'body.name'],
    [{ name: 'n'.repeat(257) }, 'body.name'],
    [{ environment: 'test' }, 'body.environment'],
    [{ region: 'eu-central-1' }, 'body.region'],
    [{ orgId: 'other' }, 'body.backend_org_id'],
  ])('given %j, then the error names the field', async (changes, field) => {
    const creation = demo.identity.createWorkspace(newWorkspace(demo.owner, changes));
    expect(await brokenFieldsOf(creation)).toEqual([field]);
  });

  it('given an organization at its limit, then the error names the limit', async () => {
    const setHeld = (name: string, held: string) =>
      demo.storage.database.query({
        name,
        text: `UPDATE identity.held_count SET held = ${held} WHERE what = 'workspace' AND org_id = 'demo'`,
        values: [],
      });
    await setHeld('hold_the_limit', '1000');
    expect(await codeOf(demo.identity.createWorkspace(newWorkspace(demo.owner)))).toBe('limit_reached');
    await setHeld('hold_what_is', `(SELECT count(*) FROM identity.workspace WHERE org_id = 'demo')`);
  });
});

describe("a user's workspaces", () => {
  it('are listed newest first, in pages, without those of others and archived ones', async () => {
    const user = await demo.addUser({ roleName: 'DefaultAdministratorRole' });
    const ids: string[] = [];
    for (const slug of ['list-one', 'list-two', 'list-three', 'list-gone']) {
      demo.clock.advance(1);
      ids.unshift((await createdWorkspace(demo, newWorkspace(user, { slug }))).workspaceId);
    }
    const gone = { workspaceId: ids.shift() ?? '', orgId: 'demo' } as Workspace;
    await demo.identity.archiveWorkspace({ caller: inWorkspace(gone, user), slug: 'list-gone' });
    const listed = async (wanted: { limit: number; offset: number }) => {
      const { workspaces, page: info } = await demo.identity.listOwnWorkspaces({
        caller: user,
        page: wanted,
      });
      return [workspaces.map(({ workspaceId }) => workspaceId), info];
    };
    expect(await listed(page)).toEqual([ids, { hasMore: false }]);
    expect(await listed({ limit: 2, offset: 0 })).toEqual([
      ids.slice(0, 2),
      { hasMore: true, nextOffset: 2 },
    ]);
    expect(await listed({ limit: 2, offset: 2 })).toEqual([ids.slice(2), { hasMore: false }]);
  });
});

describe('updating a workspace', () => {
  it('then the named fields change, and the rest stays', async () => {
    const [caller, workspace] = await owned();
    demo.clock.advance(1_000);
    const updatedAtMs = demo.clock.now();
    const { workspace: updated } = await demo.identity.updateWorkspace({ caller, name: 'Desk' });
    expect(updated).toEqual({ ...workspace, name: 'Desk', updatedAtMs });
    await demo.identity.updateWorkspace({ caller, environment: 'production', connectorType: 'epic' });
    const all = { name: 'Desk', environment: 'production', connectorType: 'epic', slug: workspace.slug };
    expect(await shown(caller)).toMatchObject(all);
  });

  it('then platform authoring has its last value', async () => {
    const [caller] = await owned();
    for (const platformAuthoring of [true, false]) {
      await demo.identity.updateWorkspace({ caller, platformAuthoring });
      expect(await shown(caller)).toMatchObject({ platformAuthoring });
    }
  });

  it('given the present values, then nothing is written', async () => {
    const [caller, { name }] = await owned();
    demo.clock.advance(1_000);
    const { workspace } = await demo.identity.updateWorkspace({ caller, name, platformAuthoring: false });
    expect(workspace?.updatedAtMs).toBe(workspace?.createdAtMs);
  });

  it.each([
    [{ name: '' }, 'body.name'],
    [{ environment: 'test' }, 'body.environment'],
    [{ connectorType: 'other' }, 'body.connector_type'],
  ])('given %j, then the error names the field', async (change, field) => {
    const [caller] = await owned();
    expect(await brokenFieldsOf(demo.identity.updateWorkspace({ caller, ...change }))).toEqual([field]);
  });
});

describe('provisioning a workspace', () => {
  it('then it has the time, and a second time changes nothing', async () => {
    const [caller] = await owned();
    const provisionedAtMs = demo.clock.now();
    const first = await demo.identity.provisionWorkspace({ caller });
    expect(first.workspace).toMatchObject({ provisionedAtMs });
    demo.clock.advance(1_000);
    expect(await demo.identity.provisionWorkspace({ caller })).toEqual(first);
  });
});

describe('archiving a workspace', () => {
  it('then it counts as missing', async () => {
    const { identity } = demo;
    const [caller, { slug }] = await owned();
    await identity.archiveWorkspace({ caller, slug });
    const calls = [
      identity.getWorkspace({ caller }),
      identity.updateWorkspace({ caller, name: 'Other' }),
      identity.provisionWorkspace({ caller }),
      identity.getTestCallers({ caller }),
      identity.archiveWorkspace({ caller, slug }),
    ];
    const codes = await Promise.all(calls.map(codeOf));
    expect(codes).toEqual(calls.map(() => 'not_found'));
  });

  it('then whoever asks without a credential of it hears that it does not work', async () => {
    const { identity } = demo;
    const [caller, { slug, workspaceId }] = await owned();
    const works = async (id: string) => (await identity.getWorkspaceStanding({ workspaceId: id })).works;
    expect(await works(workspaceId)).toBe(true);
    await identity.archiveWorkspace({ caller, slug });
    expect(await works(workspaceId)).toBe(false);
    expect(await works('1b4e28ba-2fa1-4d2e-883f-0016d3cca427')).toBe(false);
    expect(await works('none')).toBe(false);
  });

  it('given the slug of another, then it stays', async () => {
    const [caller] = await owned();
    expect(await brokenFieldsOf(demo.identity.archiveWorkspace({ caller, slug: 'other' }))).toEqual([
      'body.slug',
    ]);
    expect(await shown(caller)).toBeDefined();
  });
});

describe('test callers', () => {
  const numbers = (values: string[]) => ({ $case: 'numbers', value: { values } }) as const;
  const credentials = (values: string[]) => ({ $case: 'credentialIds', value: { values } }) as const;
  const id = 'c56a4180-65aa-42ec-a945-5fd21dec0538';

  it('have two lists, each replaced on its own, without duplicates', async () => {
    const [caller] = await owned();
    await demo.identity.setTestCallers({
      caller,
      list: numbers(['+15551234567', '+4930123456', '+15551234567']),
    });
    const set = await demo.identity.setTestCallers({ caller, list: credentials([id, id.toUpperCase()]) });
    const testCallers = { numbers: ['+15551234567', '+4930123456'], credentialIds: [id] };
    expect(set).toEqual({ testCallers });
    expect(await demo.identity.getTestCallers({ caller })).toEqual({ testCallers });
    await demo.identity.setTestCallers({ caller, list: numbers([]) });
    expect(await demo.identity.getTestCallers({ caller })).toEqual({
      testCallers: { ...testCallers, numbers: [] },
    });
  });

  it('given a hundred, then they are accepted, and one more is refused', async () => {
    const [caller] = await owned();
    const many = (count: number) =>
      Array.from({ length: count }, (_none, index) => `+1555${1_000_000 + index}`);
    const set = await demo.identity.setTestCallers({ caller, list: numbers(many(100)) });
    expect(set.testCallers?.numbers).toHaveLength(100);
    const tooMany = demo.identity.setTestCallers({ caller, list: numbers(many(101)) });
    expect(await brokenFieldsOf(tooMany)).toEqual(['body.numbers']);
  });

  it.each([
    [numbers(['15551234567']), 'body.numbers.0'],
    [numbers(['+15551234567', '+0555']), 'body.numbers.1'],
    [numbers([`+1${'5'.repeat(15)}`]), 'body.numbers.0'],
    [credentials(['mine']), 'body.credential_ids.0'],
  ])('given %j, then the error names the invalid one', async (list, field) => {
    const [caller] = await owned();
    expect(await brokenFieldsOf(demo.identity.setTestCallers({ caller, list }))).toEqual([field]);
  });
});

describe('permissions in a workspace', () => {
  it('given a viewer, then they allow to see it, not to change it; given an admin, not to archive it', async () => {
    const { identity, owner } = demo;
    const workspace = await create();
    const { slug } = workspace;
    const viewer = inWorkspace(workspace, owner, permissionsOfRole('viewer'));
    const admin = inWorkspace(workspace, owner, permissionsOfRole('admin'));
    const list = { $case: 'numbers' as const, value: { values: [] } };
    expect(await shown(viewer)).toBeDefined();
    const refused = [
      identity.updateWorkspace({ caller: viewer, name: 'Other' }),
      identity.provisionWorkspace({ caller: viewer }),
      identity.setTestCallers({ caller: viewer, list }),
      identity.archiveWorkspace({ caller: admin, slug }),
      identity.getWorkspace({ caller: inWorkspace(workspace, owner, []) }),
      identity.getTestCallers({ caller: inWorkspace(workspace, owner, []) }),
    ];
    const codes = await Promise.all(refused.map(codeOf));
    expect(codes).toEqual(refused.map(() => 'permission_denied'));
  });
});
