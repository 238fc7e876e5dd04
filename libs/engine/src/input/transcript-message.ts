/** Message types of the conversation, as on the wire. */
export type TranscriptMessageType =
  'user-message' | 'agent-message' | 'agent-inner-thought' | 'external-event';

export interface TranscriptMessage {
  readonly type: TranscriptMessageType;
  readonly text: string;
}
