import type { CallToolResult } from '@modelcontextprotocol/client';
import type { JsonValue } from '@svc/kernel';
import { isWithin } from '../schema/json-bounds.js';

const structuredBounds = { depth: 64, values: 200_000, characters: 8_388_608 } as const;

/** What a result says to the model: its structured content, else its texts. What is no text is named. */
export function resultValue({ content, structuredContent }: CallToolResult): JsonValue {
  const structured = structuredContent as JsonValue | undefined;
  if (structured !== undefined && isWithin(structured, structuredBounds)) return structured;
  return content.map(textOf).join('\n');
}

function textOf(block: CallToolResult['content'][number]): string {
  switch (block.type) {
    case 'text':
      return block.text;
    case 'resource':
      return 'text' in block.resource ? block.resource.text : `[${kindOf(block.resource.mimeType)}]`;
    case 'resource_link':
      return block.uri;
    case 'image':
    case 'audio':
      return `[${kindOf(block.mimeType)}]`;
    default:
      return '';
  }
}

function kindOf(mimeType: string | undefined): string {
  return (mimeType ?? 'binary').slice(0, 64);
}
