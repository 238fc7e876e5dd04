import type { StoredDefinition } from '@svc/contracts/agents';
import type { WorkspaceCaller } from '@svc/contracts/common';
import { z } from 'zod';
import { toWireTime, wireTime } from '../../wire/times.js';
import { uuid } from '../uuid.js';

/** What every definition shows beside its body. */
export const definitionKeys = { id: uuid, workspace_id: uuid, name: z.string() };
export const definitionTimes = { created_at: wireTime, updated_at: wireTime };

export function fromDefinition(definition: StoredDefinition, workspaceId: string) {
  return {
    id: definition.definitionId,
    workspace_id: workspaceId,
    name: definition.name,
    created_at: toWireTime(definition.createdAtMs),
    updated_at: toWireTime(definition.updatedAtMs),
  };
}

/** The workspace of a request. */
export function workspaceOf({ tenantId }: Pick<WorkspaceCaller, 'tenantId'>): string {
  return tenantId.replace(/^ws:/, '');
}

/** @returns the stored JSON. Whoever stored it has checked it. */
export function storedBody<Body>(json: string): Body {
  return JSON.parse(json) as Body;
}

export interface NamedBody {
  /** Undefined: not given. */
  readonly name: string | undefined;
  readonly bodyJson: string;
}

/** The name of a request apart from the rest. A key that is null in an update changes nothing, so it is left out. */
export function namedBody(given: object, nameKey: string, { isUpdate = false } = {}): NamedBody {
  const { [nameKey]: name, ...body } = given as Readonly<Record<string, unknown>>;
  const kept = Object.entries(body).filter(([, value]) => !isUpdate || (value ?? null) !== null);
  return {
    name: typeof name === 'string' ? name : undefined,
    bodyJson: JSON.stringify(Object.fromEntries(kept)),
  };
}
