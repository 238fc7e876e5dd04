import type { TranscriptMessageType } from '@svc/engine';

/** In the words of the API. */
export type MessageType = TranscriptMessageType;

/** A message without its text. */
export interface MessageReference {
  readonly messageId: string;
  readonly type: MessageType;
}

/** A message of a conversation. */
export interface ConversationMessage extends MessageReference {
  /** Display name of the sender at that time. */
  readonly sender: string;
  readonly text: string;
  /** Milliseconds since the Unix epoch. For an external event: when it happened. */
  readonly createdAtMs: number;
}

/** Inner thoughts are internal to the agent: they are not counted, and shown only on request. */
export function isVisible({ type }: Pick<ConversationMessage, 'type'>): boolean {
  return type !== 'agent-inner-thought';
}
