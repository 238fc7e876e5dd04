import type { Timed } from '@svc/kernel';
import {
  workspaceApiKeyDecider,
  type CreateWorkspaceApiKey,
  type WorkspaceApiKeyCommand,
  type WorkspaceApiKeyEvent,
} from './workspace-api-key.js';

const atMs = 1_700_000_000_000;
const dayMs = 86_400_000;
const secretSha256 = Buffer.alloc(32, 1);
const create = (changes: Partial<CreateWorkspaceApiKey> = {}): CreateWorkspaceApiKey => ({
  type: 'CreateWorkspaceApiKey',
  credentialId: 'c1',
  keyId: 'k1',
  name: null,
  role: 'member',
  permissions: [],
  creatorUserId: 'u1',
  creatorCredentialId: 'c0',
  responsibleUserIds: ['u1'],
  durationDays: 30,
  secretSha256,
  ...changes,
});
const rotate = {
  type: 'RotateWorkspaceApiKey',
  durationDays: 7,
  secretSha256,
  responsibleUserIds: ['u2'],
} as const;
const decide = (
  past: readonly WorkspaceApiKeyEvent[],
  when: WorkspaceApiKeyCommand,
): readonly WorkspaceApiKeyEvent[] => {
  const { initialState, evolve } = workspaceApiKeyDecider;
  const command: WorkspaceApiKeyCommand & Timed = { ...when, atMs };
  return workspaceApiKeyDecider.decide(past.reduce(evolve, initialState), command);
};
const fieldsOf = (when: WorkspaceApiKeyCommand, past: readonly WorkspaceApiKeyEvent[] = []): string[] => {
  try {
    decide(past, when);
    return [];
  } catch (error) {
    return (error as { fields: { loc: string[] }[] }).fields.map(({ loc }) => loc.join('.'));
  }
};

describe('a workspace key', () => {
  it('when it is created, then its secret is an event of its own, and each listed permission is in it once', () => {
    const permissions = ['Agent.delete', 'credentials:read', 'Agent.delete'];
    const [created, secret] = decide([], create({ permissions }));
    expect(created).toMatchObject({
      type: 'WorkspaceApiKeyCreated',
      data: { permissions: ['Agent.delete', 'credentials:read'], expiresAtMs: atMs + 30 * dayMs },
    });
    expect(secret).toEqual({ type: 'WorkspaceApiKeySecretStored', data: { secretSha256 } });
  });

  it.each([
    [{ durationDays: 0 }, 'body.duration_days'],
    [{ durationDays: 91 }, 'body.duration_days'],
    [{ durationDays: 1.5 }, 'body.duration_days'],
    [{ role: 'god' }, 'body.role'],
    [{ role: 'toString' }, 'body.role'],
    [{ permissions: ['Agent.view', 'agents:*'] }, 'body.permissions.1'],
    [{ permissions: Array.from({ length: 129 }, () => 'Agent.view') }, 'body.permissions'],
    [{ name: '' }, 'body.name'],
  ])('given %j, then the error names the field', (changes, field) => {
    expect(fieldsOf(create(changes))).toEqual([field]);
  });

  it('when it is rotated, then its lifetime starts again, with another secret', () => {
    const expiresAtMs = atMs + 7 * dayMs;
    expect(decide(decide([], create()), rotate)).toEqual([
      {
        type: 'WorkspaceApiKeyRotated',
        data: { expiresAtMs, rotatedAtMs: atMs, responsibleUserIds: ['u2'] },
      },
      { type: 'WorkspaceApiKeySecretStored', data: { secretSha256 } },
    ]);
    expect(fieldsOf({ ...rotate, durationDays: 91 }, decide([], create()))).toEqual(['body.duration_days']);
  });

  it('when it is rotated, then it ends with those who have the new secret; with nobody named, as before', () => {
    const created = decide([], create());
    const responsibleAfter = (responsibleUserIds: readonly string[]) => {
      const events = [...created, ...decide(created, { ...rotate, responsibleUserIds })];
      const state = events.reduce(workspaceApiKeyDecider.evolve, workspaceApiKeyDecider.initialState);
      return state === 'none' ? [] : state.responsibleUserIds;
    };
    expect([responsibleAfter(['u2', 'u3']), responsibleAfter([])]).toEqual([['u2', 'u3'], ['u1']]);
  });

  it('given none, or a deleted one, then it can be neither rotated nor deleted', () => {
    const created = decide([], create());
    const deleted = [...created, ...decide(created, { type: 'DeleteWorkspaceApiKey' })];
    for (const past of [[], deleted]) {
      const commands = [{ type: 'DeleteWorkspaceApiKey' }, rotate] as const;
      for (const command of commands)
        expect(() => decide(past, command)).toThrow(expect.objectContaining({ code: 'not_found' }));
    }
  });
});
