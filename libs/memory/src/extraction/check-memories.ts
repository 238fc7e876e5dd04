import { hasAtMostCharacters, isStorableText } from '@svc/kernel';
import { comparable } from '../domain/text/comparable.js';
import type { CheckedMemories, CheckedMemory, Rejection } from './checked-memories.js';
import { spanLocator, type LocatedSpan } from './located-span.js';
import type { ProposedMemory, Span } from './memory-extractor.js';
import type { Transcript, TranscriptMessage } from './transcript.js';

/** Bounds of the memories of one conversation; lengths in code points. */
export const memoryBounds = {
  memories: 50,
  content: 500,
  context: 1_000,
  spans: 10,
  span: 1_000,
  attribute: 64,
  item: 200,
  value: 500,
} as const;

/**
 * Keeps those proposals that quote the conversation. Each span must occur in the message that it names, and at least
 * one in a message of the user. The result is in the order in which it was said.
 */
export function checkMemories(transcript: Transcript, proposals: readonly ProposedMemory[]): CheckedMemories {
  const messages = readableMessages(transcript);
  const kept: PlacedMemory[] = [];
  const seen = new Set<string>();
  const refused: Partial<Record<Rejection, number>> = {};
  for (const proposal of proposals) {
    const result = kept.length < memoryBounds.memories ? checked(proposal, messages) : 'too_many_memories';
    const rejection = typeof result === 'string' ? result : seen.has(identityOf(result)) ? 'repeated' : null;
    if (rejection !== null) refused[rejection] = (refused[rejection] ?? 0) + 1;
    else if (typeof result !== 'string') {
      seen.add(identityOf(result));
      kept.push(result);
    }
  }
  kept.sort((one, other) => one.place.message - other.place.message || one.place.offset - other.place.offset);
  return { kept: kept.map(({ place: _place, ...memory }) => memory), refused };
}

interface PlacedMemory extends CheckedMemory {
  /** Start of the newest words of the user that it quotes. */
  readonly place: { readonly message: number; readonly offset: number };
}

interface ReadableMessage extends TranscriptMessage {
  readonly index: number;
  readonly locate: (quotation: string) => LocatedSpan | null;
}

function readableMessages({ messages }: Transcript): ReadonlyMap<string, ReadableMessage> {
  return new Map(
    messages.map((message, index) => [
      message.messageId,
      { ...message, index, locate: spanLocator(message.text) },
    ]),
  );
}

interface FoundSpan extends LocatedSpan {
  readonly message: ReadableMessage;
}

function checked(
  proposal: ProposedMemory,
  messages: ReadonlyMap<string, ReadableMessage>,
): PlacedMemory | Rejection {
  if (!isWithinBounds(proposal)) return 'out_of_bounds';
  const found: FoundSpan[] = [];
  for (const span of proposal.spans) {
    const message = messages.get(span.messageId);
    if (message === undefined) return 'unknown_message';
    const stretch = message.locate(span.text);
    if (stretch === null) return 'span_not_found';
    found.push({ ...stretch, message });
  }
  const newest = found
    .filter(({ message }) => message.sender === 'user')
    .sort((one, other) => other.message.index - one.message.index || one.offset - other.offset)[0];
  if (newest === undefined) return 'no_words_of_the_user';
  return {
    content: proposal.content.trim(),
    context: proposal.context.trim(),
    confidence: proposal.confidence,
    fact: proposal.fact,
    spans: found.map(({ message, text }): Span => ({ messageId: message.messageId, text })),
    saidAtMs: newest.message.saidAtMs,
    place: { message: newest.message.index, offset: newest.offset },
  };
}

function isWithinBounds({ content, context, confidence, spans, fact }: ProposedMemory): boolean {
  return (
    isText(content, memoryBounds.content) &&
    isTextOrEmpty(context, memoryBounds.context) &&
    confidence >= 0 &&
    confidence <= 1 &&
    spans.length <= memoryBounds.spans &&
    spans.every(({ text }) => isText(text, memoryBounds.span)) &&
    (fact === null ||
      (isText(fact.attribute, memoryBounds.attribute) &&
        (fact.item === null || isText(fact.item, memoryBounds.item)) &&
        isText(fact.value, memoryBounds.value)))
  );
}

function isText(text: string, maximum: number): boolean {
  return text.trim() !== '' && isTextOrEmpty(text, maximum);
}

function isTextOrEmpty(text: string, maximum: number): boolean {
  return hasAtMostCharacters(text, maximum) && isStorableText(text);
}

/** The same content from the same messages is the same memory, however often it is proposed. */
function identityOf({ content, spans }: CheckedMemory): string {
  return JSON.stringify([comparable(content), [...new Set(spans.map(({ messageId }) => messageId))].sort()]);
}
