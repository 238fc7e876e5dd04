import type { DomainEvent, JsonObject } from '@svc/kernel';
import type { Author } from '../author.js';
import type { VersionBody } from '../version-body.js';

interface OfDefinition {
  /** Also the category of its stream: `context_graph`. */
  readonly kind: string;
  readonly definitionId: string;
}

/** The definition beside its versions. */
export interface DefinitionContent {
  readonly name: string;
  /** Complete, without secrets. */
  readonly body: VersionBody;
  /** What lists filter and sort by, from the body. */
  readonly summary: JsonObject;
}

/** One version of it. */
export interface VersionContent {
  readonly versionId: string;
  /** `1.2.3` of tools; null: the kind has numbers alone. */
  readonly label: string | null;
  /** Complete. */
  readonly body: VersionBody;
  /** What lists of definitions show of their latest version, from the body. */
  readonly summary: JsonObject;
}

export type GenericEvent =
  | DomainEvent<
      'DefinitionCreated',
      OfDefinition &
        DefinitionContent & {
          /** Null: the kind has no parent. */
          readonly parentId: string | null;
          readonly creator: Author;
          readonly createdAtMs: number;
        }
    >
  | DomainEvent<
      'DefinitionUpdated',
      OfDefinition & DefinitionContent & { readonly updatedBy: Author; readonly updatedAtMs: number }
    >
  | DomainEvent<
      'DefinitionVersionCreated',
      OfDefinition &
        VersionContent & {
          /** From 1, without a gap. */
          readonly version: number;
          readonly creator: Author;
          readonly createdAtMs: number;
        }
    >
  | DomainEvent<
      'DefinitionVersionsRetired',
      OfDefinition & {
        /** Not empty, ascending. */
        readonly versions: readonly number[];
        readonly retiredBy: Author;
        readonly retiredAtMs: number;
      }
    >
  | DomainEvent<
      'DefinitionRetired',
      OfDefinition & { readonly retiredBy: Author; readonly retiredAtMs: number }
    >;
