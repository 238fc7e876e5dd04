import {
  ChannelKind,
  ConversationDirection,
  type StartWorkspaceConversationRequest,
  type TakeWorkspaceTurnRequest,
} from '@svc/contracts/conversations';

/** A conversation on the web with an entity that is new, in which the user writes first. */
export const plainStart = {
  channel: ChannelKind.CHANNEL_KIND_WEB,
  direction: ConversationDirection.CONVERSATION_DIRECTION_INBOUND,
  ...{ entityId: undefined, canonicalId: undefined, recipient: undefined, useCaseId: undefined },
  ...{ instruction: undefined, greeting: undefined, forceNew: false, greets: false, isSession: false },
  omitsTurns: false,
} satisfies Omit<StartWorkspaceConversationRequest, 'caller' | 'serviceId'>;

/** A turn for whoever hears one answer when it is over. */
export const plainTurn = {
  ...{ context: '', clientMessageId: undefined },
  ...{ waitForFinal: false, suppressFiller: true, includeToolCalls: false },
} satisfies Omit<TakeWorkspaceTurnRequest, 'caller' | 'conversationId' | 'message'>;

/** A model words the greeting, and tools may be called before it. */
export const greetingDeadlineMs = 120_000;
