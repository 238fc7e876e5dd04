import type { JsonObject } from '@svc/kernel';
import { z } from 'zod';
import type { ProposedMemory } from '../memory-extractor.js';

const text: JsonObject = { type: 'string' };
const textOrNull: JsonObject = { type: ['string', 'null'] };

function object(properties: Readonly<Record<string, JsonObject>>): JsonObject {
  return { type: 'object', properties, required: Object.keys(properties), additionalProperties: false };
}

/** JSON Schema of the model's response, in the subset that all providers accept. */
export const extractionSchema: JsonObject = object({
  memories: {
    type: 'array',
    items: object({
      content: text,
      context: text,
      confidence: { type: 'number' },
      attribute: textOrNull,
      item: textOrNull,
      value: textOrNull,
      quotes: { type: 'array', items: object({ message: text, text }) },
    }),
  },
});

/** The same in words, for a model that failed to follow it. */
export const extractionForm =
  '{"memories": [{"content": <text>, "context": <text>, "confidence": <0 to 1>, "attribute": <text or null>, ' +
  '"item": <text or null>, "value": <text or null>, "quotes": [{"message": <id>, "text": <text>}]}]}';

const answer = z.object({
  memories: z.array(
    z.object({
      content: z.string(),
      context: z.string().catch(''),
      confidence: z.number(),
      attribute: z.string().nullish(),
      item: z.string().nullish(),
      value: z.string().nullish(),
      quotes: z.array(z.object({ message: z.string(), text: z.string() })),
    }),
  ),
});

/**
 * The proposals in a response; null if it does not match the schema. Their content is not judged here.
 * @param messageIds by the ids that the model was shown
 */
export function readExtraction(
  given: unknown,
  messageIds: ReadonlyMap<string, string>,
): readonly ProposedMemory[] | null {
  const parsed = answer.safeParse(given);
  if (!parsed.success) return null;
  return parsed.data.memories.map(({ content, context, confidence, attribute, item, value, quotes }) => ({
    content,
    context,
    confidence,
    spans: quotes.map((quote) => ({
      messageId: messageIds.get(quote.message) ?? quote.message,
      text: quote.text,
    })),
    // Models write an empty text as often as null.
    fact:
      isGiven(attribute) && isGiven(value) ? { attribute, item: isGiven(item) ? item : null, value } : null,
  }));
}

function isGiven(text: string | null | undefined): text is string {
  return text !== null && text !== undefined && text.trim() !== '';
}
