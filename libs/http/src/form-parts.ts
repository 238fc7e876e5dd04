import { isUtf8 } from 'node:buffer';
import { DomainError, validationError } from '@svc/errors';
import { isStorableText } from '@svc/kernel';
import type { MultipartFile } from '@fastify/multipart';
import type { FastifyRequest } from 'fastify';
import { maxPieces, scattered } from './scattered-body.js';

/** One part of a form, a field or a file: they differ only by a file name. */
export interface FormPart {
  readonly name: string;
  readonly mediaType: string;
  readonly bytes: Buffer;
}

export interface FormLimits {
  readonly parts: number;
  /** All parts together. */
  readonly bytes: number;
}

/** What a part may have around its bytes: boundary, headers, line ends. */
const framingBytes = 1_024;

/**
 * For the registration of `@fastify/multipart`: every part comes as bytes, since its own decoding of fields would hide
 * invalid UTF-8.
 */
export const multipartOptions = { isPartAFile: () => true };

/**
 * Reads a whole `multipart/form-data` body, its parts in order; a missing body has none.
 * From then on the request counts as in flight.
 * @throws DomainError `payload_too_large`, `validation_failed` without a boundary, `invalid_request` for a malformed
 * form, `rate_limited` or `service_unavailable` if too many requests are in flight.
 */
export async function readForm(request: FastifyRequest, limits: FormLimits): Promise<readonly FormPart[]> {
  // Here a body has the media type of its route: see checkMediaType.
  const mediaType = request.headers['content-type'];
  if (mediaType === undefined) return [];
  if (!/;\s*boundary=./i.test(mediaType))
    throw validationError([
      {
        loc: ['header', 'content-type'],
        msg: 'must name the boundary of the parts: multipart/form-data; boundary=…',
        type: 'media_type',
      },
    ]);
  const overflow = watchForOverflow(request, limits);
  try {
    const parts = await Promise.race([readParts(request, limits), overflow.happened]);
    request.place?.serve();
    return parts;
  } catch (error) {
    // Otherwise the parser would go on reading.
    request.raw.unpipe().resume();
    throw asBrokenForm(error, limits);
  } finally {
    overflow.stopWatching();
  }
}

async function readParts(request: FastifyRequest, limits: FormLimits): Promise<readonly FormPart[]> {
  const parts: FormPart[] = [];
  let bytesLeft = limits.bytes;
  const options = { limits: { parts: limits.parts, files: limits.parts, fileSize: limits.bytes } };
  for await (const part of request.parts(options)) {
    const read = await readPart(part as MultipartFile);
    if (read.bytes.length > bytesLeft) throw tooLarge(limits);
    bytesLeft -= read.bytes.length;
    parts.push(read);
  }
  return parts;
}

/** The parser limits only the parts: the bytes before, between and after them would be unlimited. */
function watchForOverflow(
  { raw, headers }: FastifyRequest,
  limits: FormLimits,
): { readonly happened: Promise<never>; stopWatching(): void } {
  const longest = limits.bytes + limits.parts * framingBytes;
  if (Number(headers['content-length'] ?? 0) > longest) throw tooLarge(limits);
  const { promise, reject } = Promise.withResolvers<never>();
  let bytes = 0;
  let pieces = 0;
  const count = (chunk: Buffer): void => {
    bytes += chunk.length;
    pieces += 1;
    if (pieces > maxPieces) reject(scattered());
    if (bytes > longest) reject(tooLarge(limits));
  };
  raw.on('data', count);
  return { happened: promise, stopWatching: () => void raw.off('data', count) };
}

/** @throws DomainError `invalid_request` if the bytes are not UTF-8, `validation_failed` for U+0000. */
export function textOf({ name, bytes }: FormPart): string {
  if (!isUtf8(bytes)) throw new DomainError('invalid_request', `The part ${name} is not valid UTF-8.`);
  const text = bytes.toString('utf8');
  if (!isStorableText(text))
    throw validationError([{ loc: ['body', name], msg: 'must not hold U+0000', type: 'string_unstorable' }]);
  return text;
}

async function readPart(part: MultipartFile): Promise<FormPart> {
  const bytes = await part.toBuffer();
  return { name: part.fieldname, mediaType: part.mimetype, bytes };
}

function asBrokenForm(error: unknown, limits: FormLimits): unknown {
  if (error instanceof DomainError) return error;
  const { code } = error as { code?: unknown };
  switch (code) {
    case 'FST_REQ_FILE_TOO_LARGE':
      return tooLarge(limits);
    case 'FST_PARTS_LIMIT':
    case 'FST_FILES_LIMIT':
      return new DomainError(
        'payload_too_large',
        `The form has too many parts: at most ${limits.parts} are taken.`,
      );
  }
  if (typeof code === 'string' && code.startsWith('FST_')) return error;
  // The parser's own errors have neither code nor status.
  return new DomainError(
    'invalid_request',
    'The form is malformed: its parts must be divided, and the last one ended, by the boundary that content-type names.',
    { cause: error },
  );
}

function tooLarge({ bytes }: FormLimits): DomainError {
  return new DomainError(
    'payload_too_large',
    `The form is too large: its parts may hold at most ${bytes} bytes together.`,
  );
}
