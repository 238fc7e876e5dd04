import type { IncomingMessage } from 'node:http';
import { OutgoingError, type OutgoingErrorReason } from './outgoing-error.js';

interface OpenBody {
  readonly incoming: IncomingMessage;
  readonly cutBecause: () => OutgoingErrorReason | undefined;
  readonly end: () => void;
  readonly release: () => void;
}

/** The body of a response, piece by piece. Whoever stops reading ends its connection. */
export async function* piecesOf(open: OpenBody, maxBytes: number): AsyncGenerator<Buffer, void, undefined> {
  const { incoming } = open;
  const broken = (reason: OutgoingErrorReason, cause?: unknown): OutgoingError =>
    new OutgoingError(reason, { cause, wasSent: true });
  let length = 0;
  try {
    for await (const piece of incoming as AsyncIterable<Buffer>) {
      length += piece.byteLength;
      if (length > maxBytes) throw broken('answer_too_long');
      yield piece;
    }
    // A body without a length ends with its connection, also if we ended that.
    const cut = open.cutBecause();
    if (cut !== undefined) throw broken(cut);
  } catch (error) {
    throw error instanceof OutgoingError ? error : broken(open.cutBecause() ?? 'connection_lost', error);
  } finally {
    if (incoming.complete) open.release();
    else open.end();
  }
}
