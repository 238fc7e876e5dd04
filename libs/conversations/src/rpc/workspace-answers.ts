import {
  WorkspaceConversation as ConversationProto,
  WorkspaceTurn as TurnProto,
  type WorkspaceTurnOutcome as OutcomeProto,
} from '@svc/contracts/conversations';
import { nameUuid, toProto } from '@svc/kernel';
import type { WorkspaceTurnOutcome } from '../application/workspace-conversation-view.js';
import type { ToldMessage } from '../domain/told-message.js';
import type { WorkspaceStatus } from '../domain/workspace-conversation.js';
import type { ListedWorkspaceConversation } from '../projections/workspace-list-query.js';
import { channels, directions, roles, statuses } from './workspace-enums.js';

const completionReasons: Partial<Record<WorkspaceStatus, string>> = {
  closed: 'requested',
  completed: 'completed',
};

export function workspaceConversationToProto(listed: ListedWorkspaceConversation): ConversationProto {
  const { channel, direction, state, recipient, ...rest } = listed;
  const status = listed.status;
  return toProto(ConversationProto, {
    ...rest,
    channel: channels.toProto(channel),
    status: statuses.toProto(status),
    direction: directions.toProto(direction),
    completionReason: completionReasons[status] ?? null,
    state: state === '' ? null : state,
    recipient: recipient === '' ? null : recipient,
  });
}

/** An exchange has the same id wherever it is shown. */
export function workspaceTurnToProto(
  { conversationId, channel }: Pick<ListedWorkspaceConversation, 'conversationId' | 'channel'>,
  { transitions, turnIndex, role, ...message }: ToldMessage,
): TurnProto {
  return toProto(TurnProto, {
    ...message,
    turnIndex,
    turnId: turnIndex === null ? null : nameUuid(conversationId, String(turnIndex)),
    role: roles.toProto(role),
    channel: channels.toProto(channel),
    stateTransitions: transitions,
  });
}

export function outcomeToProto({ input, output, conversation, ...rest }: WorkspaceTurnOutcome): OutcomeProto {
  return {
    ...rest,
    input: input ? workspaceTurnToProto(conversation, input) : undefined,
    output: output.map((message) => workspaceTurnToProto(conversation, message)),
    conversation: workspaceConversationToProto(conversation),
  };
}
