import type { Transcript, TranscriptMessage } from '../src/extraction/transcript.js';

/**
 * A transcript from lines such as `user: I live in Berlin.` and `agent: Hello.`. Ids are `m1`, `m2`, …; messages are
 * one second apart.
 */
export function transcript(lines: readonly string[], conversationId = 'c1'): Transcript {
  const messages = lines.map((line, index): TranscriptMessage => {
    const [, sender, text] = /^(user|agent): (.*)$/s.exec(line) ?? [];
    if (text === undefined) throw new Error(`neither "user: …" nor "agent: …": ${line}`);
    return {
      messageId: `m${index + 1}`,
      sender: sender === 'user' ? 'user' : 'agent',
      text,
      saidAtMs: (index + 1) * 1_000,
    };
  });
  return { conversationId, finishedAtMs: (lines.length + 1) * 1_000, messages };
}
