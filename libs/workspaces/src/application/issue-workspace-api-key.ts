import { Inject, Injectable } from '@nestjs/common';
import { formatWorkspaceKey, formatWorkspaceKeyId, hashApiKey } from '@svc/auth';
import { DomainError } from '@svc/errors';
import type { CommandTarget } from '@svc/event-store';
import type { IdGenerator } from '@svc/kernel';
import { IDS } from '@svc/service-host';
import { WORKSPACES_OPTIONS, type WorkspacesOptions } from '../workspaces-options.js';
import { workspaceIdOf } from '../projections/workspace-id-of.js';
import { limits } from '../domain/limits.js';
import { workspaceNotFound } from '../domain/workspace/workspace-rules.js';
import {
  livingKey,
  type CreateWorkspaceApiKey,
  type LivingWorkspaceApiKey,
} from '../domain/workspace-api-key/workspace-api-key.js';
import { countKeysOfHeldWorkspace } from '../projections/workspace-api-keys-query.js';
import { WorkspaceApiKeys } from './workspace-api-keys.js';

export type NewWorkspaceApiKey = Omit<
  CreateWorkspaceApiKey,
  'type' | 'credentialId' | 'keyId' | 'secretSha256'
>;

export interface IssuedWorkspaceApiKey {
  readonly key: LivingWorkspaceApiKey;
  /** Returned once; only its hash is stored. */
  readonly apiKey: string;
}

const idBytes = 12;
const secretBytes = 32;

/** Issues keys and secrets without a permission check. */
@Injectable()
export class IssueWorkspaceApiKey {
  constructor(
    private readonly apiKeys: WorkspaceApiKeys,
    @Inject(IDS) private readonly ids: IdGenerator,
    @Inject(WORKSPACES_OPTIONS) private readonly options: WorkspacesOptions,
  ) {}

  /** @throws DomainError `not_found` (the workspace), `limit_reached` (100 keys), `validation_failed`. */
  async execute(target: Omit<CommandTarget, 'id'>, key: NewWorkspaceApiKey): Promise<IssuedWorkspaceApiKey> {
    const credentialId = this.ids.uuid();
    const keyId = formatWorkspaceKeyId(this.options.random(idBytes));
    const { apiKey, secretSha256 } = this.secretFor(keyId);
    const workspaceId = workspaceIdOf(target.tenantId);
    const { state } = await this.apiKeys.create(
      { ...target, id: credentialId },
      {
        commands: [{ type: 'CreateWorkspaceApiKey', ...key, credentialId, keyId, secretSha256 }],
        before: async (tx) => {
          const held = await countKeysOfHeldWorkspace(tx, workspaceId);
          if (held === undefined) throw workspaceNotFound();
          if (held >= limits.apiKeysOfWorkspace) throw tooManyKeys();
        },
      },
    );
    return { key: livingKey(state), apiKey };
  }

  secretFor(keyId: string): { readonly apiKey: string; readonly secretSha256: Uint8Array } {
    const apiKey = formatWorkspaceKey(keyId, this.options.random(secretBytes));
    return { apiKey, secretSha256: hashApiKey(apiKey) };
  }
}

function tooManyKeys(): DomainError {
  return new DomainError(
    'limit_reached',
    `The workspace holds ${limits.apiKeysOfWorkspace} API keys, which is the limit. Delete one first.`,
  );
}
