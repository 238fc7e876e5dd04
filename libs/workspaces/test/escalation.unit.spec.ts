import {
  effectivePermissions,
  workspacePermissionNames,
  workspacePermissions,
  workspaceRoleNames,
  type WorkspaceCaller,
  type WorkspaceRole,
} from '@svc/auth';
import { DomainError } from '@svc/errors';
import type { LoadedAggregate } from '@svc/event-store';
import type { WorkspaceRequestContext } from '@svc/rpc';
import fc from 'fast-check';
import { CreateWorkspaceApiKey } from '../src/application/create-workspace-api-key.js';
import { DeleteWorkspaceApiKey } from '../src/application/delete-workspace-api-key.js';
import type { IssueWorkspaceApiKey } from '../src/application/issue-workspace-api-key.js';
import type { KnownWorkspaceApiKeys } from '../src/application/known-workspace-api-keys.js';
import { RotateWorkspaceApiKey } from '../src/application/rotate-workspace-api-key.js';
import type { WorkspaceApiKeys } from '../src/application/workspace-api-keys.js';
import { checkNewKey } from '../src/domain/workspace-api-key/workspace-api-key-rules.js';
import type {
  LivingWorkspaceApiKey,
  WorkspaceApiKeyState,
} from '../src/domain/workspace-api-key/workspace-api-key.js';

/** The seed of the random attempts: fixed in CI; long runs choose others by `SVC_ESCALATION_SEED`. */
const seed = Number(process.env['SVC_ESCALATION_SEED'] ?? 153_565_044);

/** The part of a larger object that a rule needs. Any other member fails on use. */
function standIn<Whole>(part: Partial<Whole>): Whole {
  return part as Whole;
}

type Handled = Awaited<ReturnType<WorkspaceApiKeys['change']>>;

interface Powers {
  readonly role: WorkspaceRole;
  readonly permissions: readonly string[];
}

const workspaceId = 'c56a4180-65aa-42ec-a945-5fd21dec0538';
const tenantId = `ws:${workspaceId}` as const;
const metadata = { actor: 'user:1', correlationId: 'r', causationId: 'c' };

/** The keys of a workspace in memory, behind the use cases of the service; a key's id is its number. */
class Keys {
  readonly living = new Map<string, Powers>();
  readonly #issue = standIn<IssueWorkspaceApiKey>({
    execute: async (_target, key) => {
      const { role, permissions } = checkNewKey(key, key.durationDays);
      return this.#issued(this.add({ role, permissions }));
    },
    secretFor: () => ({ apiKey: '', secretSha256: Buffer.alloc(32) }),
  });
  readonly #known = standIn<KnownWorkspaceApiKeys>({ byKeyId: async (_workspaceId, keyId) => keyId });
  readonly #log = standIn<WorkspaceApiKeys>({
    change: async ({ id }, decide) => {
      const key = standIn<LivingWorkspaceApiKey>({ keyId: id, ...this.living.get(id) });
      const state: WorkspaceApiKeyState = this.living.has(id) ? key : 'none';
      const decision = await decide(standIn<LoadedAggregate<WorkspaceApiKeyState>>({ state }));
      if ('type' in decision && decision.type === 'DeleteWorkspaceApiKey') this.living.delete(id);
      return standIn<Handled>({ state });
    },
  });
  readonly #create = new CreateWorkspaceApiKey(this.#issue);
  readonly #rotate = new RotateWorkspaceApiKey(this.#log, this.#known, this.#issue);
  readonly #delete = new DeleteWorkspaceApiKey(this.#log, this.#known);
  #made = 0;

  add(powers: Powers): string {
    this.#made += 1;
    this.living.set(`${this.#made}`, powers);
    return `${this.#made}`;
  }

  permissionsOf(keyId: string): readonly string[] {
    const powers = this.living.get(keyId);
    return powers ? effectivePermissions(powers.role, powers.permissions) : [];
  }

  /** @returns the id of a new key, whose creator learns its secret; null if refused. */
  create(byKey: string, powers: Powers): Promise<string | null> {
    const request = { name: null, durationDays: 1, ...powers };
    return allowed(this.#create.execute(this.#context(byKey), request).then(({ key }) => key.keyId));
  }

  /** Whether the caller learns a new secret of the key. */
  async rotate(byKey: string, keyId: string): Promise<boolean> {
    return (await allowed(this.#rotate.execute(this.#context(byKey), { keyId, durationDays: 1 }))) !== null;
  }

  async delete(byKey: string, keyId: string): Promise<boolean> {
    await allowed(this.#delete.execute(this.#context(byKey), { keyId }));
    return !this.living.has(keyId);
  }

  #issued(keyId: string) {
    return { key: standIn<LivingWorkspaceApiKey>({ keyId }), apiKey: '' };
  }

  #context(byKey: string): WorkspaceRequestContext {
    const { role, permissions } = this.living.get(byKey) ?? { role: 'viewer', permissions: [] };
    const held: WorkspaceCaller['permissions'] = new Set(effectivePermissions(role, permissions));
    const caller = {
      tenantId,
      workspaceId,
      orgId: 'demo',
      credentialId: byKey,
      userId: null,
      permissions: held,
    };
    return { caller, tenantId, metadata };
  }
}

/** Null if refused; other errors propagate. */
function allowed<Result>(attempt: Promise<Result>): Promise<Result | null> {
  return attempt.catch((error: unknown) => {
    if (error instanceof DomainError) return null;
    throw error;
  });
}

const scopes = workspacePermissionNames.flatMap((name) => workspacePermissions[name].scope ?? []);
const powers: fc.Arbitrary<Powers> = fc.record({
  role: fc.constantFrom(...workspaceRoleNames),
  permissions: fc.array(fc.constantFrom(...workspacePermissionNames, ...scopes), { maxLength: 4 }),
});
const attempts = fc.array(
  fc.record({
    what: fc.constantFrom('create', 'rotate', 'delete'),
    actor: fc.nat(),
    target: fc.nat(),
    powers,
  }),
  { minLength: 1, maxLength: 12 },
);

describe('an attacker with a key of a workspace', () => {
  it('never controls or ends a key with more rights than their own, whatever they try', async () => {
    await fc.assert(
      fc.asyncProperty(powers, fc.array(powers, { maxLength: 4 }), attempts, async (own, others, tried) => {
        const keys = new Keys();
        const held = new Set([keys.add(own)]);
        others.forEach((other) => keys.add(other));
        const mine = new Set(effectivePermissions(own.role, own.permissions));
        const isWithin = (permissions: readonly string[]) =>
          permissions.every((permission) => mine.has(permission as never));

        for (const { what, ...attempt } of tried) {
          const actor = [...held][attempt.actor % held.size] ?? '';
          const target = [...keys.living.keys()][attempt.target % keys.living.size] ?? '';
          const permissions = keys.permissionsOf(target);
          if (what === 'create') {
            const made = await keys.create(actor, attempt.powers);
            if (made !== null) held.add(made);
          }
          if (what === 'rotate' && (await keys.rotate(actor, target))) held.add(target);
          if (what === 'delete' && (await keys.delete(actor, target))) {
            expect(isWithin(permissions)).toBe(true);
            held.delete(target);
            if (held.size === 0) break;
          }
        }

        for (const key of held) expect(isWithin(keys.permissionsOf(key))).toBe(true);
      }),
      { numRuns: 2_000, seed },
    );
  });

  it('does control keys with their own rights, so the attempts have an effect', async () => {
    const keys = new Keys();
    const admin = keys.add({ role: 'admin', permissions: [] });
    const member = keys.add({ role: 'member', permissions: [] });
    const owner = keys.add({ role: 'owner', permissions: [] });
    expect(await keys.rotate(admin, member)).toBe(true);
    expect(await keys.create(admin, { role: 'admin', permissions: ['credentials:write'] })).not.toBeNull();
    expect([await keys.rotate(admin, owner), await keys.delete(admin, owner)]).toEqual([false, false]);
    expect(await keys.create(member, { role: 'viewer', permissions: [] })).toBeNull();
  });
});
