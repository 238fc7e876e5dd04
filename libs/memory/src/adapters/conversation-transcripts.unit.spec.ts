import { MessageType } from '@svc/contracts/conversations';
import {
  conversationTranscripts,
  maxTranscriptCharacters,
  type TranscriptClient,
} from './conversation-transcripts.js';

/** Returns two of the texts at a time. */
function conversationsWith(texts: readonly string[]): TranscriptClient {
  return {
    getTranscript: async ({ afterOrdinal = 0 }) => ({
      erased: false,
      messages: texts.slice(afterOrdinal, afterOrdinal + 2).map((text, index) => ({
        messageId: `m${afterOrdinal + index + 1}`,
        ordinal: afterOrdinal + index + 1,
        type: MessageType.MESSAGE_TYPE_USER_MESSAGE,
        text,
        saidAtMs: 1,
      })),
      hasMore: texts.length > afterOrdinal + 2,
    }),
  };
}

async function idsOf(...texts: readonly string[]): Promise<readonly string[]> {
  const transcripts = conversationTranscripts(conversationsWith(texts));
  const read = await transcripts.of('org:demo', { conversationId: 'c1', finishedAtMs: 2 });
  return read?.messages.map(({ messageId }) => messageId) ?? [];
}

describe('the transcript of a conversation', () => {
  it('then it has all messages, page after page', async () => {
    expect(await idsOf('a', 'b', 'c', 'd', 'e')).toEqual(['m1', 'm2', 'm3', 'm4', 'm5']);
    expect(await idsOf()).toEqual([]);
  });

  it('when it is longer than any extractor reads, then the newest messages stay', async () => {
    const half = 'x'.repeat(maxTranscriptCharacters / 2);
    expect(await idsOf(half, half)).toEqual(['m1', 'm2']);
    expect(await idsOf(half, 'b', half, 'd', 'e')).toEqual(['m2', 'm3', 'm4', 'm5']);
    expect(await idsOf('a', half.repeat(3))).toEqual(['m2']);
  });
});
