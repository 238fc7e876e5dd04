import { DomainError, FieldChecks } from '@svc/errors';
import type { Decider, DomainEvent } from '@svc/kernel';
import type { Author } from '../author.js';
import { mostNameCharacters } from '../bounds.js';
import { nextVersionNumber } from '../version-number.js';

/** The body of a graph version as canonical JSON, by value or by reference into the blob store. */
export interface GraphBody {
  /** Lower-case hex SHA-256 of the UTF-8 bytes of the canonical JSON. */
  readonly sha256: string;
  readonly sizeBytes: number;
  /** Null: the body is in the blob store, under the tenant and `sha256`. */
  readonly inlineJson: string | null;
}

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
        readonly body: GraphBody;
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
      readonly nowMs: number;
    }
  | {
      readonly type: 'CreateContextGraphVersion';
      readonly versionId: string;
      /** Null: whichever number is next. */
      readonly expectedVersion: number | null;
      /** Already judged valid by the engine. */
      readonly body: GraphBody;
      readonly by: Author;
      readonly nowMs: number;
    };

/** Null until the graph is created. `latestVersion` 0 = no version yet. */
export type ContextGraphState = { readonly contextGraphId: string; readonly latestVersion: number } | null;

/** A context graph and its versions. Its name is unique in the tenant: a row (projections/context-graph-rows.ts). */
export const contextGraphDecider: Decider<ContextGraphState, ContextGraphCommand, ContextGraphEvent> = {
  initialState: null,

  decide(state, command) {
    switch (command.type) {
      case 'CreateContextGraph': {
        new FieldChecks().text(['body', 'state_machine_name'], command.name, mostNameCharacters).verify();
        const { contextGraphId, name, by, nowMs } = command;
        return [
          { type: 'ContextGraphCreated', data: { contextGraphId, name, creator: by, createdAtMs: nowMs } },
        ];
      }
      case 'CreateContextGraphVersion': {
        if (state === null) throw new DomainError('not_found', 'There is no context graph with this id.');
        const { versionId, body, by, nowMs } = command;
        const version = nextVersionNumber(state.latestVersion, command.expectedVersion);
        const data = {
          contextGraphId: state.contextGraphId,
          versionId,
          version,
          body,
          creator: by,
          createdAtMs: nowMs,
        };
        return [{ type: 'ContextGraphVersionCreated', data }];
      }
    }
  },

  evolve(_state, event) {
    switch (event.type) {
      case 'ContextGraphCreated':
        return { contextGraphId: event.data.contextGraphId, latestVersion: 0 };
      case 'ContextGraphVersionCreated':
        return { contextGraphId: event.data.contextGraphId, latestVersion: event.data.version };
    }
  },
};
