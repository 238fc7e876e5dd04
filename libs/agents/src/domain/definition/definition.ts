import { DomainError } from '@svc/errors';
import { isSameData, type Decider, type JsonObject, type StateShape, type Timed } from '@svc/kernel';
import type { Author } from '../author.js';
import type { Surface } from '../surface.js';
import { versionBodyShape, type VersionBody } from '../version-body.js';
import { nextVersionNumber } from '../version-number.js';
import type { DefinitionEvent } from './definition-event.js';
import type { DefinitionContent, GenericEvent, VersionContent } from './generic-event.js';
import { genericEventOf } from './earlier-event.js';
import { isEarlier } from './is-earlier.js';

/** A named thing with a body, or with numbered versions of a body that never change. */
export interface ExistingDefinition extends DefinitionContent {
  readonly kind: string;
  readonly definitionId: string;
  /** Null: the kind has no parent. */
  readonly parentId: string | null;
  /** 0: no version yet, or a kind without versions. */
  readonly latestVersion: number;
  readonly latest: VersionContent | null;
  /** Numbers, ascending. */
  readonly retiredVersions: readonly number[];
  /** Null: it lives. */
  readonly retiredAtMs: number | null;
  readonly creator: Author;
  readonly createdAtMs: number;
  readonly updatedBy: Author;
  /** Of the last update, version or retirement. */
  readonly updatedAtMs: number;
}

/** Null until it is created. */
export type DefinitionState = ExistingDefinition | null;

interface OfSurface {
  readonly kind: string;
  /** Says what a retired definition still is. */
  readonly surface: Surface;
}

interface Ordered extends OfSurface {
  readonly by: Author;
}

export type DefinitionCommand = Ordered &
  (
    | ({
        readonly type: 'CreateDefinition';
        readonly definitionId: string;
        readonly parentId: string | null;
      } & DefinitionContent)
    | ({
        readonly type: 'UpdateDefinition';
        /** Whether secrets change with it, which no event holds. */
        readonly changesSecrets: boolean;
      } & DefinitionContent)
    | ({
        readonly type: 'CreateVersion';
        /** Null: the next number, whichever it is. */
        readonly expectedVersion: number | null;
      } & VersionContent)
    | { readonly type: 'RetireVersions'; readonly versions: readonly number[] }
    | { readonly type: 'RetireDefinition' }
  );

/** A definition of any kind. A unique row keeps its name unique among the living (projections/definition-rows.ts). */
export const definitionDecider: Decider<DefinitionState, DefinitionCommand & Timed, DefinitionEvent> = {
  initialState: null,

  decide(state, command): readonly GenericEvent[] {
    const { kind, by, atMs } = command;
    if (command.type === 'CreateDefinition') {
      const { definitionId, parentId, name, body, summary } = command;
      const data = { kind, definitionId, name, parentId, body, summary, creator: by, createdAtMs: atMs };
      return [{ type: 'DefinitionCreated', data }];
    }
    if (command.type === 'RetireDefinition') return retire(state, command);
    const definition = changeableDefinition(state, command);
    const { definitionId } = definition;
    switch (command.type) {
      case 'UpdateDefinition': {
        const { name, body, summary, changesSecrets } = command;
        if (!changesSecrets && isUnchanged(definition, { name, body, summary })) return [];
        const data = { kind, definitionId, name, body, summary, updatedBy: by, updatedAtMs: atMs };
        return [{ type: 'DefinitionUpdated', data }];
      }
      case 'CreateVersion': {
        const { versionId, label, body, summary } = command;
        const version = nextVersionNumber(definition.latestVersion, command.expectedVersion);
        const content = { versionId, version, label, body, summary };
        const data = { kind, definitionId, ...content, creator: by, createdAtMs: atMs };
        return [{ type: 'DefinitionVersionCreated', data }];
      }
      case 'RetireVersions': {
        const versions = toRetire(definition, command.versions);
        if (versions.length === 0) return [];
        const data = { kind, definitionId, versions, retiredBy: by, retiredAtMs: atMs };
        return [{ type: 'DefinitionVersionsRetired', data }];
      }
    }
  },

  evolve(state, event) {
    const generic = isEarlier(event) ? genericEventOf(event, state) : event;
    if (generic.type === 'DefinitionCreated') {
      const { creator, createdAtMs } = generic.data;
      return { ...generic.data, ...unset, updatedBy: creator, updatedAtMs: createdAtMs };
    }
    return state && changed(state, generic);
  },
};

function retire(
  state: DefinitionState,
  command: OfSurface & Timed & { readonly by: Author },
): readonly GenericEvent[] {
  const { kind, by, atMs } = command;
  const { definitionId, retiredAtMs } = presentDefinition(state, command);
  if (retiredAtMs !== null) throw new DomainError('conflict', `This ${wordsOf(kind)} is deprecated already.`);
  return [{ type: 'DefinitionRetired', data: { kind, definitionId, retiredBy: by, retiredAtMs: atMs } }];
}

const unset = { latestVersion: 0, latest: null, retiredVersions: [], retiredAtMs: null } as const;

function changed(
  state: ExistingDefinition,
  event: Exclude<GenericEvent, { type: 'DefinitionCreated' }>,
): ExistingDefinition {
  switch (event.type) {
    case 'DefinitionUpdated': {
      const { name, body, summary, updatedBy, updatedAtMs } = event.data;
      return { ...state, name, body, summary, updatedBy, updatedAtMs };
    }
    case 'DefinitionVersionCreated': {
      const { versionId, version, label, body, summary, creator, createdAtMs } = event.data;
      const latest = { versionId, label, body, summary };
      return { ...state, latestVersion: version, latest, updatedBy: creator, updatedAtMs: createdAtMs };
    }
    case 'DefinitionVersionsRetired': {
      const { versions, retiredBy: updatedBy, retiredAtMs: updatedAtMs } = event.data;
      const retiredVersions = [...state.retiredVersions, ...versions].toSorted((a, b) => a - b);
      return { ...state, retiredVersions, updatedBy, updatedAtMs };
    }
    case 'DefinitionRetired': {
      const { retiredBy: updatedBy, retiredAtMs } = event.data;
      return { ...state, retiredAtMs, updatedBy, updatedAtMs: retiredAtMs };
    }
  }
}

/**
 * The definition as what a command may change.
 * @throws DomainError `not_found`; for a retired one in an organization `invalid_request`
 */
export function changeableDefinition(state: DefinitionState, of: OfSurface): ExistingDefinition {
  const definition = presentDefinition(state, of);
  if (definition.retiredAtMs === null) return definition;
  throw new DomainError(
    'invalid_request',
    `This ${wordsOf(of.kind)} is deprecated and can not change any more.`,
  );
}

/** What is there for requests: in a workspace only what lives. @throws DomainError `not_found` */
export function presentDefinition(state: DefinitionState, { kind, surface }: OfSurface): ExistingDefinition {
  const isHidden = surface === 'platform' && state?.retiredAtMs !== null;
  if (state === null || isHidden) throw definitionNotFound(kind);
  return state;
}

export function definitionNotFound(kind: string): DomainError {
  return new DomainError('not_found', `There is no ${wordsOf(kind)} with this id.`);
}

/** `context graph` */
export function wordsOf(kind: string): string {
  return kind.replaceAll('_', ' ');
}

/** The same body has the same address, wherever it is. */
function isUnchanged(present: ExistingDefinition, wanted: DefinitionContent): boolean {
  const hasSameBody =
    present.body.address === ''
      ? present.body.inlineJson === wanted.body.inlineJson
      : present.body.address === wanted.body.address;
  return hasSameBody && present.name === wanted.name && isSameData(present.summary, wanted.summary);
}

/** Those that exist and are not retired, ascending. */
function toRetire(definition: ExistingDefinition, versions: readonly number[]): readonly number[] {
  const wanted = new Set(versions.filter((version) => version >= 1 && version <= definition.latestVersion));
  return [...wanted].filter((version) => !definition.retiredVersions.includes(version)).sort((a, b) => a - b);
}

const authorShape: StateShape<Author> = { orgId: 'string', userId: 'string' };
const summaryShape: StateShape<JsonObject> = ['map', 'json?'];
const bodyShape: StateShape<VersionBody> = versionBodyShape;

/** The shape of a snapshot. The compiler demands that it follows each change of the state. */
export const definitionShape: StateShape<ExistingDefinition> = {
  kind: 'string',
  definitionId: 'string',
  parentId: 'string?',
  name: 'string',
  body: bodyShape,
  summary: summaryShape,
  latestVersion: 'number',
  latest: ['nullable', { versionId: 'string', label: 'string?', body: bodyShape, summary: summaryShape }],
  retiredVersions: ['list', 'number'],
  retiredAtMs: 'number?',
  creator: authorShape,
  createdAtMs: 'number',
  updatedBy: authorShape,
  updatedAtMs: 'number',
};
