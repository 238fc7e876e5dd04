import type { VendorNames } from '@svc/definitions/platform';
import type { AttributesOf, PermissionName, WorkspacePermission } from '@svc/auth';
import type { JsonObject } from '@svc/kernel';
import type { Surface } from '../domain/surface.js';

export type KindName = 'agent' | 'context_graph' | 'service' | 'tool' | 'skill' | 'integration' | 'endpoint';

/** Permissions of organizations that are judged on a definition alone. */
export type OrganizationPermission = {
  readonly [Name in PermissionName]: AttributesOf<Name> extends 'org_id' | 'service_id' ? Name : never;
}[PermissionName];

/** What can be done with a definition. */
export type Action =
  | 'view'
  | 'create'
  | 'update'
  | 'retire'
  | 'firstVersion'
  | 'nextVersion'
  | 'newVersionSet'
  | 'changeVersionSet'
  | 'deleteVersionSet';

/** The permission of each action; an action without one is not there on this surface. */
export type Permissions<Name> = { readonly view: Name } & { readonly [Each in Action]?: Name };

/** A kind of definitions: all that differs from other kinds. */
export interface DefinitionKind {
  readonly kind: KindName;
  /** The kind of its parent: an endpoint is one of an integration. */
  readonly parent?: KindName;
  /** Which kind counts its living definitions as children of these. */
  readonly children?: KindName;
  /** Whether a living definition holds its name, by its summary. Default: all do. */
  readonly holdsName?: (summary: JsonObject) => boolean;
  readonly hasSecrets?: boolean;
  readonly classic?: KindOnSurface<OrganizationPermission>;
  readonly platform?: KindOnSurface<WorkspacePermission>;
}

/** A kind in organizations, or in workspaces. */
export interface KindOnSurface<Permission = string> {
  readonly permissions: Permissions<Permission>;
  readonly name: NameRule;
  /** @throws DomainError `validation_failed`, `invalid_request` */
  readonly body: (given: JsonObject, facts: KindFacts) => DraftBody;
  /** What a stored body names, in the order in which it is checked. Default: nothing. */
  readonly references?: (body: JsonObject) => readonly Reference[];
  readonly versions?: VersionRules;
  /** Fields of the summary that lists filter by. */
  readonly filters?: readonly string[];
  /** What lists search beside the name, as SQL over the table `d`. */
  readonly searched?: readonly string[];
  /** Further fields that lists sort by, as SQL over the table `d`. */
  readonly sorts?: Readonly<Record<string, string>>;
  /** Whether the summary has `tags`. */
  readonly hasTags?: boolean;
  /** Why a living definition can not be retired while something uses it. */
  readonly usedBy?: readonly UsedBy[];
  /** Why one can not be created; `$id` stands for its parent. */
  readonly takenBy?: readonly UsedBy[];
}

export interface NameRule {
  /** In the request, for errors: `agent_name`. */
  readonly field: string;
  /** With the rule in words. Default: 1 to 256 characters on one line. */
  readonly pattern?: readonly [RegExp, string];
  /** Names that something else has. */
  readonly taken?: ReadonlySet<string>;
}

/** What is known beside the body. */
export interface KindFacts {
  /** The names that `llm_name` may take; null: any. */
  readonly modelNames: ReadonlySet<string> | null;
  readonly vendorNames: VendorNames;
  /** Of the secrets that will be set. */
  readonly secretNames: ReadonlySet<string>;
  /** Of those, the ones that this request gives. */
  readonly givenSecrets: ReadonlySet<string>;
  /** The stored body that is changed; null: the definition is new. */
  readonly before: JsonObject | null;
}

/** A body that is about to be stored. */
export interface DraftBody {
  /** Complete, with all defaults. */
  readonly body: JsonObject;
  readonly summary: JsonObject;
}

export interface VersionRules {
  /** @throws DomainError `validation_failed`, `invalid_request` */
  readonly body: (given: JsonObject, previous: PreviousVersion | null, facts: VersionFacts) => DraftVersion;
  /** Whether a conversation reads all graphs that its references lead to. */
  readonly leadsToGraphs?: boolean;
  /** The numbers among `labels` that a specifier names. Default: numbers and ranges of numbers. */
  readonly select?: (specifier: string, labels: ReadonlyMap<number, string>) => readonly number[];
}

/** What is known beside the body of a version. */
export interface VersionFacts {
  /** Whether results of tools may be ephemeral: of a workspace where platform authoring is on. */
  readonly allowsEphemeral: boolean;
  readonly vendorNames: VendorNames;
  /** Whether the definition has secrets, which calls of this version would be given. */
  readonly hasSecrets: boolean;
}

export interface PreviousVersion {
  readonly body: JsonObject;
  readonly label: string | null;
}

export interface DraftVersion extends DraftBody {
  /** In the order in which they are checked. */
  readonly references: readonly Reference[];
  readonly label?: string;
  /** The tools that it names and that need not be there. */
  readonly toolIds?: readonly string[];
  /** What is allowed but probably not meant. Default: nothing. */
  readonly warnings?: (isKnownTool: (toolId: string) => boolean) => readonly string[];
}

/** A definition that a body names by its id. */
export interface Reference {
  readonly kind: KindName;
  readonly id: string;
  /** Of the field that names it. */
  readonly loc: readonly (string | number)[];
  /** The version that has to exist; null: none in particular. */
  readonly version: number | null;
  /** Of a tool of an organization: a version that is not deprecated has to meet it. */
  readonly versionConstraint?: string;
  /** Of a graph: a state that this version has to have. */
  readonly state?: string;
  /** Whether it has to have a version at all. */
  readonly needsVersion?: boolean;
  /** The error when it does not exist. Default: `not_found`. */
  readonly whenMissing?: 'not_found' | 'invalid_request';
}

/** Definitions of a kind that may not lose those that they use, or have what another would take. */
export interface UsedBy {
  readonly kind: KindName;
  /** SQL over the table `d` of users; `$id` and `$name` stand for what is to be retired or created. */
  readonly condition: string;
  readonly code: 'invalid_request' | 'conflict';
  readonly message: string;
}

/** Undefined: the surface has no such kind. */
export function onSurface(kind: DefinitionKind, surface: Surface): KindOnSurface | undefined {
  return kind[surface];
}
