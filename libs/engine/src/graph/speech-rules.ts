import type { ProgressHint } from './progress-hint.js';

/** How a conversation is held. */
export const channelKinds = ['voice', 'sms', 'whatsapp', 'email', 'web', 'imessage'] as const;
export type ChannelKind = (typeof channelKinds)[number];

/** A rule on what the agent says. */
export interface Guardrail {
  readonly name: string;
  /** What must hold, in the author's words. */
  readonly description: string;
  /** `hard`: nothing that breaks it is heard. `soft`: the agent is told of it, and a breach is recorded. */
  readonly enforcement: 'hard' | 'soft';
}

/** What is another way on one channel. */
export interface ChannelOverride {
  /** Null: the state's own. */
  readonly objective: string | null;
  /** In place of the state's own; none: those. */
  readonly actionGuidelines: readonly string[];
  /** What is said while work in the state takes long; null: what each work says of itself. */
  readonly progress: ProgressHint | null;
}

export type ChannelOverrides = Readonly<Partial<Record<ChannelKind, ChannelOverride>>>;
