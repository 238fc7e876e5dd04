import { DomainError, FieldChecks } from '@svc/errors';
import type { Decider, DomainEvent, Timed } from '@svc/kernel';
import type { Author } from '../author.js';
import { maxNameCharacters } from '../bounds.js';
import type { VersionBody } from '../version-body.js';
import { nextVersionNumber } from '../version-number.js';

export type ContextGraphEvent =
  | DomainEvent<
      'ContextGraphCreated',
      {
        readonly contextGraphId: string;
        readonly name: string;
        readonly creator: Author;
        readonly createdAtMs: number;
      }
    >
  | DomainEvent<
      'ContextGraphVersionCreated',
      {
        readonly contextGraphId: string;
        readonly versionId: string;
        readonly version: number;
        readonly body: VersionBody;
        readonly creator: Author;
        readonly createdAtMs: number;
      }
    >;

export type ContextGraphCommand =
  | {
      readonly type: 'CreateContextGraph';
      readonly contextGraphId: string;
      readonly name: string;
      readonly by: Author;
    }
  | {
      readonly type: 'CreateContextGraphVersion';
      readonly versionId: string;
      /** Null: the next number, whichever it is. */
      readonly expectedVersion: number | null;
      /** Already validated by the engine. */
      readonly body: VersionBody;
      readonly by: Author;
    };

/** Null until the graph is created. */
export type ContextGraphState = {
  readonly contextGraphId: string;
  readonly name: string;
  readonly createdAtMs: number;
  /** 0 = no version yet. */
  readonly latestVersion: number;
} | null;

/**
 * A context graph and its versions. A unique row keeps its name unique in the tenant
 * (projections/context-graph-rows.ts).
 */
export const contextGraphDecider: Decider<ContextGraphState, ContextGraphCommand & Timed, ContextGraphEvent> =
  {
    initialState: null,

    decide(state, command) {
      switch (command.type) {
        case 'CreateContextGraph': {
          new FieldChecks().name(['body', 'state_machine_name'], command.name, maxNameCharacters).verify();
          const { contextGraphId, name, by, atMs } = command;
          return [
            { type: 'ContextGraphCreated', data: { contextGraphId, name, creator: by, createdAtMs: atMs } },
          ];
        }
        case 'CreateContextGraphVersion': {
          const { versionId, body, by, atMs } = command;
          const next = nextContextGraphVersion(state, command.expectedVersion);
          const data = { ...next, versionId, body, creator: by, createdAtMs: atMs };
          return [{ type: 'ContextGraphVersionCreated', data }];
        }
      }
    },

    evolve(state, event) {
      switch (event.type) {
        case 'ContextGraphCreated': {
          const { contextGraphId, name, createdAtMs } = event.data;
          return { contextGraphId, name, createdAtMs, latestVersion: 0 };
        }
        case 'ContextGraphVersionCreated':
          return state && { ...state, latestVersion: event.data.version };
      }
    },
  };

/**
 * @param expected the number that the caller expects, or null for the next one.
 * @throws DomainError `not_found`, `conflict`.
 */
export function nextContextGraphVersion(state: ContextGraphState, expected: number | null) {
  if (state === null) throw new DomainError('not_found', 'There is no context graph with this id.');
  const { contextGraphId, latestVersion } = state;
  return { contextGraphId, version: nextVersionNumber(latestVersion, expected) };
}
