import type { StartedConversation } from '../domain/conversation.js';
import type { ToldMessage } from '../domain/told-message.js';
import { statusOf } from '../domain/workspace-status.js';
import type { ListedWorkspaceConversation } from '../projections/workspace-list-query.js';
import { ofWorkspace } from './workspace-access.js';

/** A conversation with its messages, oldest first. */
export interface ReadConversation {
  readonly conversation: ListedWorkspaceConversation;
  readonly messages: readonly ToldMessage[];
}

/** What came of a turn. */
export interface WorkspaceTurnOutcome {
  /** Null where the user said nothing. */
  readonly input: ToldMessage | null;
  /** Answers that nobody was there to hear come first. */
  readonly output: readonly ToldMessage[];
  readonly conversation: ListedWorkspaceConversation;
  /** What runs in the background will be answered later. */
  readonly backgroundPending: boolean;
  /** The message had been taken before. */
  readonly isDuplicate: boolean;
}

/** As lists show it. */
export function listedAs(conversation: StartedConversation): ListedWorkspaceConversation {
  const { identity, running, currentState } = conversation;
  const { conversationId, userId: entityId, serviceId, startedAtMs: createdAtMs, pins } = identity;
  const { direction } = ofWorkspace(identity.workspace);
  const workspace = ofWorkspace(conversation.workspace);
  const { channel, userTurns: turnCount, updatedAtMs, briefing } = workspace;
  const { contextGraphId, contextGraphVersionNumber } = pins;
  return {
    ...{ conversationId, entityId, serviceId, createdAtMs, direction, channel, turnCount, updatedAtMs },
    status: statusOf(workspace, conversation),
    state: currentState ?? '',
    recipient: briefing.recipient ?? '',
    isRunning: running !== null,
    ...{ contextGraphId, contextGraphVersionNumber },
  };
}
