import type { Decider, DomainEvent, Timed } from '@svc/kernel';
import type { RememberedConversation } from '../remembered-conversation.js';
import type { Fact } from '../user-model/fact.js';

/** Words of a message, as they stand there. */
export interface MemorySpan {
  readonly messageId: string;
  readonly text: string;
}

/** An L1 memory. */
export interface Memory {
  readonly memoryId: string;
  readonly content: string;
  /** What the conversation was about when it was said; may be empty. */
  readonly context: string;
  /** From 0 to 1. */
  readonly confidence: number;
  readonly spans: readonly MemorySpan[];
  readonly fact: Fact | null;
  readonly saidAtMs: number;
}

interface Extraction {
  readonly conversation: RememberedConversation;
  readonly extractorName: string;
  readonly extractorVersion: number;
  /** In the order in which they were said. */
  readonly memories: readonly Memory[];
}

export type ConversationMemoriesEvent = DomainEvent<
  'MemoriesExtracted',
  Extraction & { readonly extractedAtMs: number }
>;

export type ExtractMemories = Extraction & { readonly type: 'ExtractMemories' };

/** Null until they are extracted. */
export type ConversationMemories = ConversationMemoriesEvent['data'] | null;

/** The L1 memories of one conversation: they are extracted once. */
export const conversationMemoriesDecider: Decider<
  ConversationMemories,
  ExtractMemories & Timed,
  ConversationMemoriesEvent
> = {
  initialState: null,

  decide: (state, { type: _type, atMs, ...extraction }) =>
    state === null ? [{ type: 'MemoriesExtracted', data: { ...extraction, extractedAtMs: atMs } }] : [],

  evolve: (_state, { data }) => data,
};
