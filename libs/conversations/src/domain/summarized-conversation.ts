import type { SummarizeConversation } from './conversation-command.js';
import type { ConversationEvent } from './conversation-event.js';
import { turnRecordEvents } from './turn-record.js';

/** What a summary leaves behind: its call, which has its cost whatever has come of it, and then what has. */
export function summarizedConversation({
  interactionId,
  calls,
  summary: { text, messages },
}: Omit<SummarizeConversation, 'type'>): readonly ConversationEvent[] {
  return [
    ...turnRecordEvents(interactionId, { calls }),
    { type: 'ConversationSummarized', data: { interactionId, text, messages } },
  ];
}
