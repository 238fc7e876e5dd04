import type { WorkspacePermission } from '@svc/auth';
import type { StoredDefinition, StoredDefinitionVersion } from '@svc/contracts/agents';
import type { ErrorCode } from '@svc/errors';
import type { z } from 'zod';

/**
 * A kind of definition in a workspace. Its routes follow from it: `definitionController`, and `versionController` where it has
 * versions. The agents service checks bodies once more, and everything beyond their schema.
 */
export interface DefinitionResource<Body = never, Version = never> {
  /** Its name in the agents service. */
  readonly kind: string;
  /** After the workspace: `agents`. */
  readonly path: string;
  /** Of its id in paths: `agent_id`. */
  readonly idName: string;
  /** `agent`, `agents` and `an agent`, in operation ids and in sentences; `Agent`, in names of schemas. */
  readonly words: {
    readonly one: string;
    readonly many: string;
    readonly any: string;
    readonly schema: string;
  };
  /** Of `Agent.view`, `Agent.create`, `Agent.update` and `Agent.delete`. */
  readonly permissions: DefinitionPermissions;
  /** The key of a request that the agents service holds as the name. It can be changed only if `update` has it. */
  readonly nameKey: string;
  readonly create: z.ZodObject;
  readonly update: z.ZodObject;
  /** Bodies that the schemas take. */
  readonly examples: {
    readonly create: Readonly<Record<string, unknown>>;
    readonly update: Readonly<Record<string, unknown>>;
  };
  /** Query parameters that filter the list, under the names of the fields. */
  readonly filters?: z.ZodRawShape;
  /** Strict. */
  readonly answer: z.ZodObject;
  /** @param body as it is stored */
  readonly show: (
    definition: StoredDefinition,
    body: Body,
    workspaceId: string,
  ) => Readonly<Record<string, unknown>>;
  /** Errors of creating and changing, beyond a taken name. */
  readonly errors?: readonly ErrorCode[];
  readonly versions?: DefinitionVersions<Version>;
}

/** Numbered immutable versions. */
export interface DefinitionVersions<Version = never> {
  readonly create: z.ZodObject;
  readonly example: Readonly<Record<string, unknown>>;
  readonly answer: z.ZodObject;
  readonly show: (
    version: StoredDefinitionVersion,
    body: Version,
    workspaceId: string,
  ) => Readonly<Record<string, unknown>>;
}

export interface DefinitionPermissions {
  readonly view: WorkspacePermission;
  readonly create: WorkspacePermission;
  readonly update: WorkspacePermission;
  readonly delete: WorkspacePermission;
}

/** Keeps the types of a declaration's bodies together. */
export function defineResource<Body, Version = never>(
  resource: DefinitionResource<Body, Version>,
): DefinitionResource<Body, Version> {
  return resource;
}
