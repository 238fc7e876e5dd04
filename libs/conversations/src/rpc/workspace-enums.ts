import {
  ChannelKind as ChannelKindProto,
  ConversationDirection as DirectionProto,
  WorkspaceConversationStatus as StatusProto,
  WorkspaceTurnRole as RoleProto,
} from '@svc/contracts/conversations';
import { enumMapping } from '../adapters/enum-mapping.js';
import type { ToldMessage } from '../domain/told-message.js';
import type {
  ChannelKind,
  ConversationDirection,
  WorkspaceStatus,
} from '../domain/workspace-conversation.js';

export const channels = enumMapping<ChannelKind, ChannelKindProto>({
  voice: ChannelKindProto.CHANNEL_KIND_VOICE,
  sms: ChannelKindProto.CHANNEL_KIND_SMS,
  whatsapp: ChannelKindProto.CHANNEL_KIND_WHATSAPP,
  email: ChannelKindProto.CHANNEL_KIND_EMAIL,
  web: ChannelKindProto.CHANNEL_KIND_WEB,
  imessage: ChannelKindProto.CHANNEL_KIND_IMESSAGE,
});

export const directions = enumMapping<ConversationDirection, DirectionProto>({
  inbound: DirectionProto.CONVERSATION_DIRECTION_INBOUND,
  outbound: DirectionProto.CONVERSATION_DIRECTION_OUTBOUND,
  simulated: DirectionProto.CONVERSATION_DIRECTION_SIMULATED,
});

export const statuses = enumMapping<WorkspaceStatus, StatusProto>({
  active: StatusProto.WORKSPACE_CONVERSATION_STATUS_ACTIVE,
  paused: StatusProto.WORKSPACE_CONVERSATION_STATUS_PAUSED,
  closed: StatusProto.WORKSPACE_CONVERSATION_STATUS_CLOSED,
  completed: StatusProto.WORKSPACE_CONVERSATION_STATUS_COMPLETED,
});

export const roles = enumMapping<ToldMessage['role'], RoleProto>({
  agent: RoleProto.WORKSPACE_TURN_ROLE_AGENT,
  user: RoleProto.WORKSPACE_TURN_ROLE_USER,
  system: RoleProto.WORKSPACE_TURN_ROLE_SYSTEM,
});
