import type { PermissionName } from '@svc/auth';
import { administratorOf, keyOf, startAgentsServer, type AgentsServer } from './agents-server.js';
import { allRefused, definitionsOf, type Who } from './definitions-client.js';
import { kindSamples, partsOf, type KindSample, type Parts } from './kinds.js';

const everybody = {
  classic: { ours: administratorOf('demo'), theirs: administratorOf('other') },
  platform: {
    ours: keyOf('0b0e3f5c-7a5e-4a39-9d0e-3c6f3b0a1c11'),
    theirs: keyOf('1b0e3f5c-7a5e-4a39-9d0e-3c6f3b0a1c12'),
  },
} as const;
const unknownId = { classic: 'f'.repeat(24), platform: '99999999-9999-4999-8999-999999999999' } as const;
let server: AgentsServer;
const parts = new Map<string, Parts>();

beforeAll(async () => {
  server = await startAgentsServer();
  for (const surface of ['classic', 'platform'] as const)
    for (const who of ['ours', 'theirs'] as const)
      parts.set(
        `${surface}/${who}`,
        await partsOf(definitionsOf(server, everybody[surface][who]), surface, 'of services'),
      );
});
afterAll(() => server.stop());

describe.each(kindSamples)('a definition of the kind $kind ($surface)', (sample: KindSample) => {
  const { kind, surface, name, change, secrets, isRetirable } = sample;
  const { ours, theirs } = everybody[surface];
  const mine = () => definitionsOf(server, ours);
  const bodyOf = (who: 'ours' | 'theirs' = 'ours') => sample.body(parts.get(`${surface}/${who}`)!);
  const make = (end: string, who: Who = ours) =>
    definitionsOf(server, who).create(kind, name(end), bodyOf(who === ours ? 'ours' : 'theirs'), {
      ...(secrets && { secrets }),
    });

  it('is found and listed as it was made, without its secrets', async () => {
    const made = await make('made');
    expect(made).toMatchObject({ kind, name: name('made'), latestVersion: 0, isRetired: false });
    expect(JSON.parse(made.bodyJson)).toMatchObject(bodyOf());
    expect(made.secretNames).toEqual(Object.keys(secrets ?? {}));
    expect(await mine().find(kind, made.definitionId)).toEqual(made);
    const { definitions } = await mine().list(kind, { definitionIds: [made.definitionId] });
    expect(definitions).toEqual([made]);
    for (const secret of Object.values(secrets ?? {})) expect(JSON.stringify(made)).not.toContain(secret);
  });

  it('has its name alone among the living of its tenant', async () => {
    await make('once');
    await expect(make('once')).rejects.toMatchObject({ code: 'conflict' });
    await expect(make('once', theirs)).resolves.toBeDefined();
    const made = await Promise.allSettled([1, 2, 3].map(() => make('at once')));
    expect(made.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected', 'rejected']);
  });

  it.each(['', ' ', 'x'.repeat(257), 'a\u0000b'])('with the name %j is refused', async (bad) => {
    const made = mine().create(kind, bad, bodyOf(), { ...(secrets && { secrets }) });
    await expect(made).rejects.toMatchObject({ code: 'validation_failed' });
  });

  it('is listed in pages, by a part of its name, and sorted', async () => {
    for (const end of ['page zz', 'page aa', 'page mm']) await make(end);
    const names = async (changes: object) =>
      (await mine().list(kind, { search: name('PAGE').toUpperCase(), ...changes })).definitions.map(
        (each) => each.name,
      );
    const byAge = ['page zz', 'page aa', 'page mm'].map(name);
    expect(await names({})).toEqual(surface === 'classic' ? byAge : byAge.toReversed());
    const sorted = byAge.toSorted();
    expect(await names({ sortBy: [{ field: 'name', descending: false }] })).toEqual(sorted);
    const first = await mine().list(kind, {
      search: name('page'),
      sortBy: [{ field: 'name', descending: true }],
      page: { limit: 2, offset: 0 },
    });
    expect(first.page).toEqual({ hasMore: true, nextOffset: 2 });
    expect(first.definitions.map((each) => each.name)).toEqual(sorted.toReversed().slice(0, 2));
    expect((await mine().list(kind, { page: { limit: 0, offset: 0 } })).page?.hasMore).toBe(true);
    for (const bad of [
      { sortBy: [{ field: 'tenant_id', descending: false }] },
      { page: { limit: 201, offset: 0 } },
      { filtersJson: '{"tenant_id": "x"}' },
      { search: '\u0000' },
    ])
      await expect(mine().list(kind, bad)).rejects.toMatchObject({ code: 'validation_failed' });
  });

  it('is unknown to other tenants, in every way', async () => {
    const { definitionId } = await make('hidden');
    const stranger = definitionsOf(server, theirs);
    const attempts = [
      stranger.find(kind, definitionId),
      ...(change ? [stranger.update(kind, definitionId, change)] : []),
      ...(isRetirable ? [stranger.retire(kind, definitionId)] : []),
      ...(sample.version
        ? [
            stranger.version(kind, definitionId, sample.version),
            stranger.findVersion(kind, definitionId),
            stranger.listVersions(kind, definitionId),
          ]
        : []),
      mine().find(kind, unknownId[surface]),
      mine().find(kind, 'no id\u0000'),
    ];
    await allRefused(attempts, 'not_found');
    expect((await stranger.list(kind, { definitionIds: [definitionId] })).definitions).toEqual([]);
  });

  it('is nothing for a caller without permissions', async () => {
    const { definitionId } = await make('forbidden');
    const nobody = 'credentialId' in ours ? { ...ours, permissions: [] } : { ...ours, grants: [] };
    const denied = definitionsOf(server, nobody);
    const attempts = [
      denied.create(kind, name('x'), bodyOf()),
      denied.find(kind, definitionId),
      ...(change ? [denied.update(kind, definitionId, change)] : []),
      ...(isRetirable ? [denied.retire(kind, definitionId)] : []),
      ...(sample.version ? [denied.version(kind, definitionId, sample.version)] : []),
    ];
    await allRefused(attempts, 'permission_denied');
    const listed = denied.list(kind);
    if (surface === 'platform') await expect(listed).rejects.toMatchObject({ code: 'permission_denied' });
    else expect((await listed).definitions).toEqual([]);
  });

  if (change) {
    it('changes in what an update names, and keeps the rest', async () => {
      const made = await make('changing');
      await make('taken');
      const changed = await mine().update(kind, made.definitionId, { ...change, name: name('changed') });
      expect(JSON.parse(changed.bodyJson)).toEqual({ ...JSON.parse(made.bodyJson), ...change });
      expect(changed.name).toBe(name('changed'));
      expect(changed.updatedAtMs).toBeGreaterThan(made.updatedAtMs);
      expect(await mine().find(kind, made.definitionId)).toEqual(changed);
      const taken = mine().update(kind, made.definitionId, { name: name('taken') });
      await expect(taken).rejects.toMatchObject({ code: 'conflict' });
      await expect(make('changing')).resolves.toBeDefined();
    });
  }

  if (isRetirable) {
    it('when it is retired, then its name is free again', async () => {
      const { definitionId } = await make('retired');
      if (sample.version) await mine().version(kind, definitionId, sample.version);
      await mine().retire(kind, definitionId);
      await expect(make('retired')).resolves.toBeDefined();
      if (surface === 'platform') {
        await expect(mine().find(kind, definitionId)).rejects.toMatchObject({ code: 'not_found' });
        await expect(mine().retire(kind, definitionId)).rejects.toMatchObject({ code: 'not_found' });
        expect((await mine().list(kind, { definitionIds: [definitionId] })).definitions).toEqual([]);
      } else {
        expect(await mine().find(kind, definitionId)).toMatchObject({ isRetired: true });
        await expect(mine().retire(kind, definitionId)).rejects.toMatchObject({ code: 'conflict' });
        const living = await mine().list(kind, { isRetired: false, definitionIds: [definitionId] });
        expect(living.definitions).toEqual([]);
      }
      if (sample.version) {
        const code = surface === 'platform' ? 'not_found' : 'invalid_request';
        const late = mine().version(kind, definitionId, sample.version);
        await expect(late).rejects.toMatchObject({ code });
      }
    });
  }

  const { version } = sample;
  if (version) {
    it('has versions that count up, and are found by number and range', async () => {
      const { definitionId } = await make('counting');
      const first = await mine().version(kind, definitionId, version, { expectedVersion: 1 });
      expect(first.version).toMatchObject({ definitionId, version: 1 });
      expect(JSON.parse(first.version!.bodyJson)).toMatchObject(version);
      await Promise.all([1, 2, 3].map(() => mine().version(kind, definitionId, version)));
      const late = mine().version(kind, definitionId, version, { expectedVersion: 4 });
      await expect(late).rejects.toMatchObject({ code: 'conflict' });
      expect(await mine().findVersion(kind, definitionId, 1)).toEqual(first.version);
      const latest = await mine().findVersion(kind, definitionId);
      expect(latest.version).toBe(4);
      expect(await mine().find(kind, definitionId)).toMatchObject({
        latestVersion: 4,
        latestVersionId: latest.versionId,
      });
      await expect(mine().findVersion(kind, definitionId, 5)).rejects.toMatchObject({ code: 'not_found' });
      const { versions, page } = await mine().listVersions(kind, definitionId, {
        sortBy: [{ field: 'version', descending: true }],
        page: { limit: 3, offset: 0 },
      });
      expect(versions.map((each) => each.version)).toEqual([4, 3, 2]);
      expect(page).toEqual({ hasMore: true, nextOffset: 3 });
    });

    it('is only checked on a dry run', async () => {
      const { definitionId } = await make('dry');
      const tried = await mine().version(kind, definitionId, version, { dryRun: true });
      expect(tried.version).toBeUndefined();
      await expect(mine().findVersion(kind, definitionId)).rejects.toMatchObject({ code: 'not_found' });
      const unknown = mine().version(kind, unknownId[surface], version, { dryRun: true });
      await expect(unknown).rejects.toMatchObject({ code: 'not_found' });
    });
  }

  if (version && kind !== 'tool') {
    it.each([
      ['2', [2]],
      ['latest', [3]],
      ['1-2', [1, 2]],
      ['2-latest', [2, 3]],
      ['7', []],
    ])('shows of the versions %s only these', async (versions, expected) => {
      const { definitionId } = await make(`ranges ${versions}`);
      for (let count = 0; count < 3; count += 1) await mine().version(kind, definitionId, version);
      const listed = await mine().listVersions(kind, definitionId, {
        versions,
        sortBy: [{ field: 'version', descending: false }],
      });
      expect(listed.versions.map((each) => each.version)).toEqual(expected);
      const broken = mine().listVersions(kind, definitionId, { versions: '2..3' });
      await expect(broken).rejects.toMatchObject({ code: 'validation_failed' });
    });
  }

  if (secrets) {
    it('keeps secrets wrapped, opens them for calls, and forgets them when nothing can call it any more', async () => {
      const [[secretName, secret]] = Object.entries(secrets) as [[string, string]];
      const { definitionId } = await make('secret');
      const place = { tenantId: ours.tenantId as `org:${string}`, definitionId };
      const opened = () => server.secrets.openAll(server.database, place);
      expect(await opened()).toEqual(new Map([[secretName, secret]]));
      await mine().update(kind, definitionId, { secrets: { [secretName]: 'another' } });
      expect(await opened()).toEqual(new Map([[secretName, 'another']]));
      const { rows } = await server.database.pool.query('SELECT payload FROM agents.event');
      expect(JSON.stringify(rows)).not.toContain(secret);
      await mine().retire(kind, definitionId);
      // In an organization, versions that are pinned run on.
      const kept = surface === 'platform' ? [] : [[secretName, 'another'] as const];
      expect(await opened()).toEqual(new Map(kept));
    });
  }
});

it('given a kind that the surface does not have, then it is not found', async () => {
  for (const [who, kind] of [
    [everybody.classic.ours, 'skill'],
    [everybody.platform.ours, 'tool'],
    [everybody.platform.ours, 'constructor'],
  ] as const)
    await expect(definitionsOf(server, who).list(kind)).rejects.toMatchObject({ code: 'not_found' });
});

it('given a workspace, then the first version is part of the creation, and later ones are updates', async () => {
  const { ours } = everybody.platform;
  const { definitionId } = await definitionsOf(server, ours).create('agent', 'Two permissions');
  const version = kindSamples.find(
    ({ kind, surface }) => kind === 'agent' && surface === 'platform',
  )!.version!;
  const only = (permission: string) => definitionsOf(server, { ...ours, permissions: [permission] });
  const refused = only('Agent.update').version('agent', definitionId, version);
  await expect(refused).rejects.toMatchObject({ code: 'permission_denied' });
  await only('Agent.create').version('agent', definitionId, version);
  const late = only('Agent.create').version('agent', definitionId, version);
  await expect(late).rejects.toMatchObject({ code: 'permission_denied' });
  await only('Agent.update').version('agent', definitionId, version);
});

it.each<[PermissionName, (who: ReturnType<typeof definitionsOf>, id: string) => Promise<unknown>]>([
  ['Service:CreateVersionSet', (who, id) => who.putSet(id, 'new-one')],
  ['Service:UpdateVersionSet', (who, id) => who.putSet(id, 'release')],
  ['Service:DeleteVersionSet', (who, id) => who.deleteSet(id, 'canary')],
  ['Service:UpdateService', (who, id) => who.update('service', id, { is_active: false })],
])('without %s, then a version set of a service is denied', async (permission, attempt) => {
  const { ours } = everybody.classic;
  const { definitionId } = await definitionsOf(server, ours).create('service', `Sets ${permission}`, {
    ...{ ...parts.get('classic/ours'), description: 'Books', is_active: true },
    version_sets: { canary: {} },
  });
  const grants = ours.grants.filter(({ permissionName }) => permissionName !== permission);
  const limited = definitionsOf(server, { ...ours, grants });
  await expect(attempt(limited, definitionId)).rejects.toMatchObject({ code: 'permission_denied' });
  await expect(attempt(definitionsOf(server, ours), definitionId)).resolves.toBeDefined();
});
