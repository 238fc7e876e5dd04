import type { SummarizeConversation } from './conversation-command.js';
import type { ConversationEvent } from './conversation-event.js';
import { turnRecordEvents } from './turn-record.js';

/** What a summary leaves behind: its call, which always has a cost, and then the result. */
export function summarizedConversation({
  interactionId,
  summary: { text, messages },
  ...record
}: Omit<SummarizeConversation, 'type'>): readonly ConversationEvent[] {
  return [
    ...turnRecordEvents(interactionId, record),
    { type: 'ConversationSummarized', data: { interactionId, text, messages } },
  ];
}
