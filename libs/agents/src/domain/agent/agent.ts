import { DomainError, FieldChecks } from '@svc/errors';
import type { Decider, DomainEvent, Timed } from '@svc/kernel';
import type { Author } from '../author.js';
import { mostNameCharacters } from '../bounds.js';
import { nextVersionNumber } from '../version-number.js';
import type { AgentDefinition, AgentDefinitionChanges } from './agent-definition.js';
import { carryOver, checkAgentDefinitionChanges } from './agent-definition-rules.js';

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
        readonly definition: AgentDefinition;
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
      /** Null: whichever number is next. */
      readonly expectedVersion: number | null;
      readonly changes: AgentDefinitionChanges;
      readonly by: Author;
    };

/** Null until the agent is created. */
export type AgentState = {
  readonly agentId: string;
  readonly name: string;
  readonly createdAtMs: number;
  /** 0 = no version yet. */
  readonly latestVersion: number;
  readonly latestDefinition: AgentDefinition | null;
} | null;

/** An agent and its versions. Its name is unique in the tenant: that rule is a row (projections/agent-rows.ts). */
export const agentDecider: Decider<AgentState, AgentCommand & Timed, AgentEvent> = {
  initialState: null,

  decide(state, command) {
    switch (command.type) {
      case 'CreateAgent': {
        new FieldChecks().text(['body', 'agent_name'], command.name, mostNameCharacters).verify();
        const { agentId, name, by, atMs } = command;
        return [{ type: 'AgentCreated', data: { agentId, name, creator: by, createdAtMs: atMs } }];
      }
      case 'CreateAgentVersion': {
        if (state === null) throw new DomainError('not_found', 'There is no agent with this id.');
        const { versionId, changes, by, atMs } = command;
        checkAgentDefinitionChanges(changes);
        const version = nextVersionNumber(state.latestVersion, command.expectedVersion);
        const definition = carryOver(state.latestDefinition, changes);
        const data = {
          agentId: state.agentId,
          versionId,
          version,
          definition,
          creator: by,
          createdAtMs: atMs,
        };
        return [{ type: 'AgentVersionCreated', data }];
      }
    }
  },

  evolve(state, event) {
    switch (event.type) {
      case 'AgentCreated': {
        const { agentId, name, createdAtMs } = event.data;
        return { agentId, name, createdAtMs, latestVersion: 0, latestDefinition: null };
      }
      case 'AgentVersionCreated': {
        const { version: latestVersion, definition: latestDefinition } = event.data;
        return state && { ...state, latestVersion, latestDefinition };
      }
    }
  },
};
