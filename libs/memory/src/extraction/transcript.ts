/** One message of user or agent. External events and inner thoughts are left out. */
export interface TranscriptMessage {
  readonly messageId: string;
  readonly sender: 'user' | 'agent';
  readonly text: string;
  /** Milliseconds since the Unix epoch. */
  readonly saidAtMs: number;
}

/** A finished conversation of one person with the agent (L0), for an extractor to read. */
export interface Transcript {
  readonly conversationId: string;
  /** Milliseconds since the Unix epoch. */
  readonly finishedAtMs: number;
  /** A try of an agent, which says nothing of anybody. */
  readonly isSimulated?: boolean;
  /** Oldest first. */
  readonly messages: readonly TranscriptMessage[];
}
