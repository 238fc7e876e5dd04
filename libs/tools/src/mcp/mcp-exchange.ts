import { AsyncLocalStorage } from 'node:async_hooks';
import type { OutgoingError } from '@svc/outgoing-http';
import type { Authorizer } from '../authorization/authorizer.js';

/** One request of ours to an MCP server, as the transport below the SDK sees it. */
export interface McpExchange {
  readonly authorizer: Authorizer;
  /** Headers beside those of the protocol. */
  readonly headers: Readonly<Record<string, string>>;
  readonly signal: AbortSignal;
  remainingMs(): number;
  /** Goes out with the call of a tool alone. */
  readonly effectKey: string | null;
  /** Whether bytes of the call of a tool may have left. */
  wasSent: boolean;
  /** Why its answer did not come, where the SDK would wait for more. */
  broken: OutgoingError | undefined;
  /** To end the SDK's waiting. */
  giveUp(): void;
}

/** The SDK hands nothing of a call down to `fetch`, and sessions are shared by calls. */
export const currentExchange = new AsyncLocalStorage<McpExchange>();
