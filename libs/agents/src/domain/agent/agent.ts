import { DomainError, FieldChecks } from '@svc/errors';
import type { Decider, DomainEvent, Timed } from '@svc/kernel';
import type { Author } from '../author.js';
import { maxNameCharacters } from '../bounds.js';
import type { VersionBody } from '../version-body.js';
import { nextVersionNumber } from '../version-number.js';

export type AgentEvent =
  | DomainEvent<
      'AgentCreated',
      {
        readonly agentId: string;
        readonly name: string;
        readonly creator: Author;
        readonly createdAtMs: number;
      }
    >
  | DomainEvent<
      'AgentVersionCreated',
      {
        readonly agentId: string;
        readonly versionId: string;
        readonly version: number;
        /** Of an `AgentDefinition`. */
        readonly body: VersionBody;
        readonly creator: Author;
        readonly createdAtMs: number;
      }
    >;

export type AgentCommand =
  | {
      readonly type: 'CreateAgent';
      readonly agentId: string;
      readonly name: string;
      readonly by: Author;
    }
  | {
      readonly type: 'CreateAgentVersion';
      readonly versionId: string;
      /** Null: the next number, whichever it is. */
      readonly expectedVersion: number | null;
      /** Of the definition from `carryOver`. */
      readonly body: VersionBody;
      readonly by: Author;
    };

/** Null until the agent is created. */
export type AgentState = {
  readonly agentId: string;
  readonly name: string;
  readonly createdAtMs: number;
  /** 0 = no version yet. */
  readonly latestVersion: number;
  readonly latestBody: VersionBody | null;
} | null;

/** An agent and its versions. A unique row keeps its name unique in the tenant (projections/agent-rows.ts). */
export const agentDecider: Decider<AgentState, AgentCommand & Timed, AgentEvent> = {
  initialState: null,

  decide(state, command) {
    switch (command.type) {
      case 'CreateAgent': {
        new FieldChecks().name(['body', 'agent_name'], command.name, maxNameCharacters).verify();
        const { agentId, name, by, atMs } = command;
        return [{ type: 'AgentCreated', data: { agentId, name, creator: by, createdAtMs: atMs } }];
      }
      case 'CreateAgentVersion': {
        const { versionId, body, by, atMs } = command;
        const next = nextAgentVersion(state, command.expectedVersion);
        const data = { ...next, versionId, body, creator: by, createdAtMs: atMs };
        return [{ type: 'AgentVersionCreated', data }];
      }
    }
  },

  evolve(state, event) {
    switch (event.type) {
      case 'AgentCreated': {
        const { agentId, name, createdAtMs } = event.data;
        return { agentId, name, createdAtMs, latestVersion: 0, latestBody: null };
      }
      case 'AgentVersionCreated': {
        const { version: latestVersion, body: latestBody } = event.data;
        return state && { ...state, latestVersion, latestBody };
      }
    }
  },
};

/**
 * @param expected the number that the caller expects, or null for the next one.
 * @throws DomainError `not_found`, `conflict`.
 */
export function nextAgentVersion(state: AgentState, expected: number | null) {
  if (state === null) throw new DomainError('not_found', 'There is no agent with this id.');
  const { agentId, latestVersion } = state;
  return { agentId, version: nextVersionNumber(latestVersion, expected) };
}
