import type { LanguageModelV4FinishReason, LanguageModelV4StreamPart } from '@ai-sdk/provider';
import { ModelError } from '@svc/engine';
import type { AttemptLog } from '../asking/attempt-log.js';
import type { CallWatch } from './call-watch.js';

/**
 * Reads a response to its end.
 * @param betweenPiecesMs time limit from one piece to the next
 * @param onPiece gets each piece of the text as it comes
 * @returns the text
 * @throws ModelError; what the model reports as an error
 */
export async function readAnswer(
  stream: ReadableStream<LanguageModelV4StreamPart>,
  watch: CallWatch,
  attempts: AttemptLog,
  betweenPiecesMs: number,
  onPiece: (piece: string) => void,
): Promise<string> {
  const reader = stream.getReader();
  const pieces: string[] = [];
  try {
    for (;;) {
      const { done, value } = await watch.race(reader.read());
      if (done) throw new ModelError('unavailable', { privateDetail: 'the answer broke off' });
      if (value.type === 'error') throw value.error;
      if (value.type === 'response-metadata') attempts.answeredBy(value.modelId);
      if (isPiece(value) && betweenPiecesMs < Infinity) watch.expect('the next piece', betweenPiecesMs);
      if (value.type === 'reasoning-delta') attempts.thought(value.delta);
      if (value.type === 'text-delta') {
        pieces.push(value.delta);
        onPiece(value.delta);
      }
      if (value.type === 'finish') {
        attempts.finished(value.finishReason, value.usage);
        mustEndWell(value.finishReason);
        return pieces.join('');
      }
    }
  } finally {
    // It is not streamed to the user, so it is recorded as one piece.
    const text = pieces.join('');
    if (text !== '') attempts.piece(text);
    attempts.came(text);
    // Has no effect on an ended stream. It is not awaited, since a stream that hangs must not block.
    reader.cancel().catch(() => undefined);
  }
}

/** Whether a model sends something. Some begin with a piece without text before they have anything to say. */
export function isPiece(
  part: LanguageModelV4StreamPart,
): part is Extract<LanguageModelV4StreamPart, { readonly type: 'text-delta' | 'reasoning-delta' }> {
  return (part.type === 'text-delta' || part.type === 'reasoning-delta') && part.delta !== '';
}

/** @throws ModelError for a response that was withheld, or has no end */
export function mustEndWell({ unified }: LanguageModelV4FinishReason): void {
  if (unified === 'content-filter') throw new ModelError('content_filtered');
  if (unified === 'error' || unified === 'interrupted') throw new ModelError('unavailable');
}
