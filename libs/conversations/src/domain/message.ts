import type { TranscriptMessageType } from '@svc/engine';

/** In the words of the wire. */
export type MessageType = TranscriptMessageType;

/** That something was said, without the words. */
export interface MessageReference {
  readonly messageId: string;
  readonly type: MessageType;
}

/** Something that was said in a conversation. */
export interface ConversationMessage extends MessageReference {
  /** Display name of who speaks, as it was then. */
  readonly sender: string;
  readonly text: string;
  /** Milliseconds since the Unix epoch; of an external event: when it happened. */
  readonly createdAtMs: number;
}

/** Inner thoughts are the agent's own: they are neither counted nor shown unless asked for. */
export function isVisible({ type }: Pick<ConversationMessage, 'type'>): boolean {
  return type !== 'agent-inner-thought';
}
