import type { Caller } from '@svc/auth';
import { type EventMetadata, type IdGenerator, requestMetadata } from '@svc/kernel';
import type { Database } from '@svc/postgres';
import type { Definitions, Users } from './ports.js';
import type { RunPorts } from '../turn/run-interaction.js';
import type { RunningTurns } from '../turn/running-turns.js';

/** What the use cases of this context work with. */
export interface ConversationsContext extends RunPorts {
  readonly database: Database;
  readonly users: Users;
  readonly definitions: Definitions;
  readonly turns: RunningTurns;
}

/** The call that a use case serves. */
export interface RequestScope {
  /** Aborted when the caller has gone away. */
  readonly signal: AbortSignal;
  readonly requestId: string;
  readonly traceparent?: string | undefined;
}

export function metadataOf({ userId }: Caller, scope: RequestScope): EventMetadata {
  return requestMetadata(`user:${userId}`, scope);
}

/** For what this context does by itself. */
export function ownMetadata(ids: IdGenerator): EventMetadata {
  const correlationId = ids.uuid();
  return { actor: 'service:conversations', correlationId, causationId: correlationId };
}

/** How often a use case loads and decides again when others write to the same conversation. */
export const decisionAttempts = 5;
