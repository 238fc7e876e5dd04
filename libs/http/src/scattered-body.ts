import { Transform, type Readable } from 'node:stream';
import { DomainError } from '@svc/errors';

/**
 * Pieces that a body may come in. Each is a buffer of its own, of some 200 bytes beside its content: a body of 200 KB in
 * chunks of a byte takes 40 MB. So many take no more than the largest body itself.
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
 * What a body is read through that comes in chunks. One with a `content-length` comes in as few pieces as the network
 * makes of it, and is handed on as it is. Fails with `scattered`.
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
  // What is still to come would wait for a reader, and the next request of the connection behind it.
  counted.once('error', () => void body.unpipe(counted).resume());
  body.once('error', (error) => void counted.destroy(error));
  return body.pipe(counted);
}
