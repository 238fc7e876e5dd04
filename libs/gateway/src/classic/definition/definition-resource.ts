import type { PermissionName } from '@svc/auth';
import type { StoredDefinitionVersion } from '@svc/contracts/agents';
import type { z } from 'zod';

/**
 * A kind of definition in an organization that is a name with versions. Its routes follow from it: `definitionController`. The
 * agents service checks bodies once more, and everything beyond their schema.
 */
export interface DefinitionResource<Version = never> {
  /** Its name in the agents service. */
  readonly kind: string;
  /** After `organization/`, and in operation ids. */
  readonly path: string;
  /** Of its id in paths: `agent_id`. */
  readonly idName: string;
  readonly words: {
    /** In sentences: `an agent`, `agents`. */
    readonly any: string;
    readonly many: string;
    /** In names of schemas: `Agent`. */
    readonly schema: string;
  };
  readonly permissions: {
    readonly view: PermissionName;
    readonly create: PermissionName;
    readonly createVersion: PermissionName;
    readonly delete: PermissionName;
  };
  /** The key of the name in a creation, and of the lists in answers. */
  readonly keys: { readonly name: string; readonly list: string; readonly versions: string };
  /** Fewest, most and standard items of a page. */
  readonly page: readonly [number, number, number];
  readonly version: {
    readonly schema: z.ZodObject;
    readonly example: Readonly<Record<string, unknown>>;
    /** Strict. */
    readonly answer: z.ZodObject;
    readonly show: (
      version: StoredDefinitionVersion,
      body: Version,
      orgId: string,
    ) => Readonly<Record<string, unknown>>;
    /** Query parameters beside the expected number. */
    readonly query?: z.ZodRawShape;
  };
}

/** Keeps the types of a declaration's bodies together. */
export function defineResource<Version>(resource: DefinitionResource<Version>): DefinitionResource<Version> {
  return resource;
}
