import { isPaused, type WaitState } from './wait.js';
import type { WorkspaceState, WorkspaceStatus } from './workspace-conversation.js';

/** A wait of the conversation pauses it. */
export function statusOf({ ending }: WorkspaceState, waits: Pick<WaitState, 'waits'>): WorkspaceStatus {
  return ending ?? (isPaused(waits) ? 'paused' : 'active');
}
