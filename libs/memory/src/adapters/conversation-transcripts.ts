import {
  MessageType,
  type TranscriptMessage as TranscriptMessageProto,
  type TranscriptServiceService,
} from '@svc/contracts/conversations';
import type { RpcClient } from '@svc/rpc';
import type { Transcripts } from '../ports/ports.js';
import type { TranscriptMessage } from '../extraction/transcript.js';

export type TranscriptClient = Pick<RpcClient<typeof TranscriptServiceService>, 'getTranscript'>;

/** Maximum of one transcript, in UTF-16 code units: more than any extractor reads. Conversations have no maximum length. */
export const maxTranscriptCharacters = 2_000_000;

/** Transcripts from the conversations context, read page by page. Of one that is too long, the newest part. */
export function conversationTranscripts(conversations: TranscriptClient): Transcripts {
  return {
    async of(tenantId, { conversationId, finishedAtMs }) {
      const messages: TranscriptMessage[] = [];
      let isSimulated = false;
      for (let afterOrdinal = 0, hasMore = true; hasMore;) {
        const page = await conversations.getTranscript({ tenantId, conversationId, afterOrdinal });
        if (page.erased) return null;
        isSimulated ||= page.isSimulated ?? false;
        messages.push(...page.messages.map(toProto));
        dropOldest(messages);
        afterOrdinal = page.messages.at(-1)?.ordinal ?? afterOrdinal;
        hasMore = page.hasMore && page.messages.length > 0;
      }
      return { conversationId, finishedAtMs, messages, isSimulated };
    },
  };
}

/** Whole messages, and always the newest one. */
function dropOldest(messages: TranscriptMessage[]): void {
  let characters = messages.reduce((sum, { text }) => sum + text.length, 0);
  let dropped = 0;
  while (characters > maxTranscriptCharacters && dropped < messages.length - 1)
    characters -= messages[dropped++]?.text.length ?? 0;
  messages.splice(0, dropped);
}

function toProto({ messageId, type, text, saidAtMs }: TranscriptMessageProto): TranscriptMessage {
  const sender = type === MessageType.MESSAGE_TYPE_USER_MESSAGE ? 'user' : 'agent';
  return { messageId, sender, text, saidAtMs };
}
