import type { Decider, DomainEvent, Timed } from '@svc/kernel';
import type { RememberedConversation } from '../remembered-conversation.js';
import type { Retraction } from '../user-model/retraction.js';
import { isSameExtractor, type ExtractorVersion } from '../extractor-version.js';
import { messagesOf, type Memory, type CurrentMemory } from './memory.js';
import { isSameMemory, tellsTheSame } from './same-memory.js';

interface Extraction {
  readonly conversation: RememberedConversation;
  readonly extractorName: string;
  readonly extractorVersion: number;
}

interface Extracted extends Extraction {
  /** In the order in which they were said. Those that an earlier extraction made too keep its `recordedAtMs`. */
  readonly memories: readonly (Memory & { readonly recordedAtMs: number | null })[];
  readonly extractedAtMs: number;
}

interface WordsRetracted {
  readonly conversation: RememberedConversation;
  /** Null: the whole conversation. */
  readonly messageId: string | null;
  readonly retractedAtMs: number;
}

export type ConversationMemoriesEvent =
  | DomainEvent<'MemoriesExtracted', Extracted>
  | DomainEvent<
      'MemoriesRetracted',
      { readonly memoryIds: readonly string[]; readonly retractedAtMs: number }
    >
  | DomainEvent<'WordsRetracted', WordsRetracted>;

/** `ExtractMemories` is the first extraction, `ReextractMemories` one by a later extractor. */
export interface ExtractMemories extends Extraction {
  readonly type: 'ExtractMemories' | 'ReextractMemories';
  /** In the order in which they were said. */
  readonly memories: readonly Memory[];
}

export interface RetractMemories {
  readonly type: 'RetractMemories';
  readonly conversation: RememberedConversation;
  readonly retraction: Retraction;
}

export type ConversationMemoriesCommand = ExtractMemories | RetractMemories;

/** Null before an extraction or a retraction. */
export type ConversationMemories = {
  readonly conversation: RememberedConversation;
  /** Null until there is one. */
  readonly extractedBy: ExtractorVersion | null;
  /** In the order in which they were said. */
  readonly memories: readonly CurrentMemory[];
  /** Ordinal of the next memory. */
  readonly nextOrdinal: number;
  /** Retracted memories, which must not be made again. */
  readonly retracted: readonly Memory[];
  /** No memory may quote these messages, or any message. */
  readonly retractedMessageIds: readonly string[];
  readonly isRetracted: boolean;
} | null;

/**
 * The L1 memories of one conversation. They are extracted once, and again by each later extractor that the installer
 * runs. What was retracted stays retracted.
 */
export const conversationMemoriesDecider: Decider<
  ConversationMemories,
  ConversationMemoriesCommand & Timed,
  ConversationMemoriesEvent
> = { initialState: null, decide, evolve };

function decide(
  state: ConversationMemories,
  command: ConversationMemoriesCommand & Timed,
): readonly ConversationMemoriesEvent[] {
  if (command.type === 'RetractMemories') return retract(state, command);
  const { type, atMs, memories, ...extraction } = command;
  const extractedBy = state?.extractedBy ?? null;
  const isDue =
    type === 'ExtractMemories'
      ? extractedBy === null
      : extractedBy !== null && !isSameExtractor(extractedBy, extractorOf(extraction));
  if (!isDue) return [];
  const data = { ...extraction, memories: settled(state, memories), extractedAtMs: atMs };
  return [{ type: 'MemoriesExtracted', data }];
}

/** Without retracted ones. Existing memories keep their ids and times. */
function settled(state: ConversationMemories, memories: readonly Memory[]): Extracted['memories'] {
  const left = memories.filter((memory) => !isTakenBack(state, memory));
  return left.map((memory) => {
    const standing = state?.memories.find((other) => isSameMemory(memory, other));
    return standing === undefined
      ? { ...memory, recordedAtMs: null }
      : { ...memory, memoryId: standing.memoryId, recordedAtMs: standing.recordedAtMs };
  });
}

function isTakenBack(state: ConversationMemories, memory: Memory): boolean {
  if (state === null) return false;
  const { isRetracted, retractedMessageIds, retracted } = state;
  return (
    isRetracted ||
    messagesOf(memory).some((messageId) => retractedMessageIds.includes(messageId)) ||
    retracted.some((other) => tellsTheSame(memory, other))
  );
}

function retract(
  state: ConversationMemories,
  { conversation, retraction, atMs }: RetractMemories & Timed,
): readonly ConversationMemoriesEvent[] {
  const memoryIds = (state?.memories ?? [])
    .filter((memory) => isMeant(retraction, conversation, memory))
    .map(({ memoryId }) => memoryId);
  const words = wordsOf(state, conversation, retraction);
  return [
    ...words.map((messageId): ConversationMemoriesEvent => ({
      type: 'WordsRetracted',
      data: { conversation, messageId, retractedAtMs: atMs },
    })),
    ...(memoryIds.length === 0
      ? []
      : [{ type: 'MemoriesRetracted', data: { memoryIds, retractedAtMs: atMs } } as const]),
  ];
}

/** Messages that become retracted now; null: the whole conversation. */
function wordsOf(
  state: ConversationMemories,
  conversation: RememberedConversation,
  retraction: Retraction,
): readonly (string | null)[] {
  if (state?.isRetracted === true) return [];
  if (retraction.type === 'conversation')
    return retraction.conversationId === conversation.conversationId ? [null] : [];
  if (retraction.type === 'memory' || state?.retractedMessageIds.includes(retraction.messageId)) return [];
  return [retraction.messageId];
}

function isMeant(
  retraction: Retraction,
  { conversationId }: RememberedConversation,
  memory: Memory,
): boolean {
  switch (retraction.type) {
    case 'conversation':
      return retraction.conversationId === conversationId;
    case 'message':
      return messagesOf(memory).includes(retraction.messageId);
    case 'memory':
      return retraction.memoryId === memory.memoryId;
  }
}

function evolve(
  state: ConversationMemories,
  { type, data }: ConversationMemoriesEvent,
): ConversationMemories {
  if (type === 'MemoriesRetracted') {
    if (state === null) throw new TypeError('MemoriesRetracted comes before any memory.');
    const isGone = ({ memoryId }: Memory) => data.memoryIds.includes(memoryId);
    const gone = state.memories.filter(isGone);
    const memories = state.memories.filter((memory) => !isGone(memory));
    return { ...state, memories, retracted: [...state.retracted, ...gone] };
  }
  const known = state ?? untouched(data.conversation);
  if (type === 'WordsRetracted')
    return data.messageId === null
      ? { ...known, isRetracted: true }
      : { ...known, retractedMessageIds: [...known.retractedMessageIds, data.messageId] };
  const { nextOrdinal } = known;
  return {
    ...known,
    extractedBy: extractorOf(data),
    memories: data.memories.map((memory, index) => ({
      ...memory,
      ordinal: nextOrdinal + index,
      recordedAtMs: memory.recordedAtMs ?? data.extractedAtMs,
    })),
    nextOrdinal: nextOrdinal + data.memories.length,
  };
}

function untouched(conversation: RememberedConversation): NonNullable<ConversationMemories> {
  return {
    conversation,
    extractedBy: null,
    memories: [],
    nextOrdinal: 1,
    retracted: [],
    retractedMessageIds: [],
    isRetracted: false,
  };
}

function extractorOf({ extractorName, extractorVersion }: Extraction): ExtractorVersion {
  return { name: extractorName, version: extractorVersion };
}
