import {
  MessageType,
  type TranscriptMessage as TranscriptMessageMessage,
  type TranscriptServiceService,
} from '@svc/contracts/conversations';
import type { RpcClient } from '@svc/rpc';
import type { Transcripts } from '../application/ports.js';
import type { TranscriptMessage } from '../extraction/transcript.js';

export type TranscriptClient = Pick<RpcClient<typeof TranscriptServiceService>, 'getTranscript'>;

/** Transcripts as the conversations context keeps them, read page by page. */
export function conversationTranscripts(conversations: TranscriptClient): Transcripts {
  return {
    async of(tenantId, { conversationId, finishedAtMs }) {
      const messages: TranscriptMessage[] = [];
      for (let afterOrdinal = 0, hasMore = true; hasMore;) {
        const page = await conversations.getTranscript({ tenantId, conversationId, afterOrdinal });
        if (page.erased) return null;
        messages.push(...page.messages.map(toMessage));
        afterOrdinal = page.messages.at(-1)?.ordinal ?? afterOrdinal;
        hasMore = page.hasMore && page.messages.length > 0;
      }
      return { conversationId, finishedAtMs, messages };
    },
  };
}

function toMessage({ messageId, type, text, saidAtMs }: TranscriptMessageMessage): TranscriptMessage {
  const sender = type === MessageType.MESSAGE_TYPE_USER_MESSAGE ? 'user' : 'agent';
  return { messageId, sender, text, saidAtMs };
}
