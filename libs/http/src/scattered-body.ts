import { Transform, type Readable } from 'node:stream';
import { DomainError } from '@svc/errors';

/**
 * Pieces that a body may come in. Each is a buffer with some 200 bytes of overhead: a body of 200 KB in chunks of a
 * byte takes 40 MB. So many pieces take no more than the largest body.
 */
export const maxPieces = 4_096;

/** `invalid_request`, which says what to do instead. */
export function scattered(): DomainError {
  return new DomainError(
    'invalid_request',
    `The request body came in more than ${maxPieces} pieces. Send it in larger chunks, or with the header content-length.`,
  );
}

/**
 * Reads a chunked body. One with a `content-length` comes in the network's few pieces and is passed on as it is. Fails
 * with `scattered`.
 */
export function inFewPieces(body: Readable): Transform {
  let pieces = 0;
  const counted = new Transform({
    transform(piece: Buffer, _encoding, done) {
      pieces += 1;
      if (pieces > maxPieces) done(scattered());
      else done(null, piece);
    },
  });
  // The remaining bytes would wait for a reader, and the connection's next request behind them.
  counted.once('error', () => void body.unpipe(counted).resume());
  body.once('error', (error) => void counted.destroy(error));
  return body.pipe(counted);
}
