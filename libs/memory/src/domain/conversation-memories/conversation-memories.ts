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

interface Extracted extends Extraction {
  readonly extractedAtMs: number;
}

interface Retracted {
  readonly memoryIds: readonly string[];
  readonly retractedAtMs: number;
}

export type ConversationMemoriesEvent =
  DomainEvent<'MemoriesExtracted', Extracted> | DomainEvent<'MemoriesRetracted', Retracted>;

export type ExtractMemories = Extraction & { readonly type: 'ExtractMemories' };

export interface RetractMemories {
  readonly type: 'RetractMemories';
  /** Those of other conversations, and those that were retracted before, do not count. */
  readonly memoryIds: readonly string[];
}

export type ConversationMemoriesCommand = ExtractMemories | RetractMemories;

/** Null until they are extracted. */
export type ConversationMemories =
  | (Extracted & {
      /** Of `memories`, those that are known no more. */
      readonly retractedIds: readonly string[];
    })
  | null;

/** The L1 memories of one conversation: they are extracted once, and each is retracted at most once. */
export const conversationMemoriesDecider: Decider<
  ConversationMemories,
  ConversationMemoriesCommand & Timed,
  ConversationMemoriesEvent
> = {
  initialState: null,

  decide(state, command) {
    if (command.type === 'RetractMemories') {
      const memoryIds = standingMemories(state)
        .map(({ memoryId }) => memoryId)
        .filter((memoryId) => command.memoryIds.includes(memoryId));
      return memoryIds.length === 0
        ? []
        : [{ type: 'MemoriesRetracted', data: { memoryIds, retractedAtMs: command.atMs } }];
    }
    const { type: _type, atMs, ...extraction } = command;
    return state === null
      ? [{ type: 'MemoriesExtracted', data: { ...extraction, extractedAtMs: atMs } }]
      : [];
  },

  evolve(state, { type, data }) {
    if (type === 'MemoriesExtracted') return { ...data, retractedIds: [] };
    return state && { ...state, retractedIds: [...state.retractedIds, ...data.memoryIds] };
  },
};

/** Those that were not retracted, in the order in which they were said. */
export function standingMemories(state: ConversationMemories): readonly Memory[] {
  return state?.memories.filter(({ memoryId }) => !state.retractedIds.includes(memoryId)) ?? [];
}
