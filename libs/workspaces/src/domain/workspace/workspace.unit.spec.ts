import type { Timed } from '@svc/kernel';
import type { WorkspaceEvent } from './workspace-event.js';
import { workspaceDecider, type CreateWorkspace, type WorkspaceCommand } from './workspace.js';

const atMs = 1_700_000_000_000;
const createWorkspace: CreateWorkspace = {
  type: 'CreateWorkspace',
  workspaceId: 'w1',
  orgId: 'demo',
  ownerUserId: 'u1',
  slug: 'front-desk',
  name: 'Front desk',
  environment: 'staging',
  region: 'us-east-1',
  servingRegion: 'us-east-1',
};
const decide = (past: readonly WorkspaceEvent[], when: WorkspaceCommand): readonly WorkspaceEvent[] => {
  const command: WorkspaceCommand & Timed = { ...when, atMs };
  return workspaceDecider.decide(
    past.reduce(workspaceDecider.evolve, workspaceDecider.initialState),
    command,
  );
};
const created = decide([], createWorkspace);
const unchanged = { name: null, environment: null, connectorType: null, platformAuthoring: null };
const rejection = (code: string): Error => expect.objectContaining({ code }) as Error;

describe('a workspace', () => {
  it('given none, then it is created, and platform authoring is off', () => {
    const { type: _type, servingRegion: _region, ...data } = createWorkspace;
    expect(created).toEqual([{ type: 'WorkspaceCreated', data: { ...data, createdAtMs: atMs } }]);
    const state = created.reduce(workspaceDecider.evolve, workspaceDecider.initialState);
    expect(state).toMatchObject({ platformAuthoring: false, provisionedAtMs: null, archivedAtMs: null });
  });

  it('given one, when settings change, then only new values are written, authoring in its own event', () => {
    const change = { ...unchanged, type: 'UpdateWorkspace', name: 'Front desk' } as const;
    expect(decide(created, change)).toEqual([]);
    expect(decide(created, { ...change, environment: 'production', platformAuthoring: true })).toEqual([
      {
        type: 'WorkspaceChanged',
        data: { name: null, environment: 'production', connectorType: null, changedAtMs: atMs },
      },
      { type: 'PlatformAuthoringSet', data: { enabled: true, changedAtMs: atMs } },
    ]);
  });

  it('given another owner, then it is theirs; given the present one, then nothing is written', () => {
    const handOver = { type: 'HandOverWorkspace', ownerUserId: 'u2' } as const;
    const handed = decide(created, handOver);
    expect(handed).toEqual([
      { type: 'WorkspaceOwnerChanged', data: { ownerUserId: 'u2', changedAtMs: atMs } },
    ]);
    const past = [...created, ...handed];
    expect(past.reduce(workspaceDecider.evolve, workspaceDecider.initialState)).toMatchObject({
      ownerUserId: 'u2',
    });
    expect(decide(past, handOver)).toEqual([]);
  });

  it('given the same list of test callers, then nothing is written', () => {
    const set = { type: 'SetTestCallerNumbers', numbers: ['+15551234567'] } as const;
    const past = [...created, ...decide(created, set)];
    expect(decide(past, { ...set, numbers: ['+15551234567', '+15551234567'] })).toEqual([]);
  });

  it('given ids of credentials, then each is a UUID in lower case, and there once', () => {
    const set = (...credentialIds: readonly string[]) =>
      decide(created, { type: 'SetTestCredentialIds', credentialIds });
    const id = 'c56a4180-65aa-42ec-a945-5fd21dec0538';
    expect(set(id, id.toUpperCase())).toEqual([
      { type: 'TestCredentialIdsSet', data: { credentialIds: [id], changedAtMs: atMs } },
    ]);
    for (const none of ['-'.repeat(36), id.replaceAll('-', '0'), `${id}\n`, ''])
      expect(() => set(none)).toThrow(rejection('validation_failed'));
  });

  it('given none, or an archived one, then nothing can be done to it', () => {
    const archived = [...created, ...decide(created, { type: 'ArchiveWorkspace', slug: 'front-desk' })];
    for (const past of [[], archived])
      expect(() => decide(past, { type: 'ProvisionWorkspace' })).toThrow(rejection('not_found'));
  });
});
