import type { StoredDefinitionVersion } from '@svc/contracts/agents';
import { z } from 'zod';
import { toWireTime } from '../../wire/times.js';
import { uuid } from '../uuid.js';
import { definitionTimes } from './definition-wire.js';

/** What every version shows beside its definition and its body. */
export const versionKeys = { id: uuid, workspace_id: uuid, version: z.int(), ...definitionTimes };

/** A version never changes. */
export function fromVersion(version: StoredDefinitionVersion, workspaceId: string) {
  const createdAt = toWireTime(version.createdAtMs);
  return {
    id: version.versionId,
    workspace_id: workspaceId,
    version: version.version,
    created_at: createdAt,
    updated_at: createdAt,
  };
}
