import { isUtf8 } from 'node:buffer';
import { DomainError, validationError } from '@svc/errors';
import { isStorableText } from '@svc/kernel';
import type { MultipartFile } from '@fastify/multipart';
import type { FastifyRequest } from 'fastify';

/** One part of a form, as field or as file: the difference is only a file name. */
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

/**
 * For the registration of `@fastify/multipart`: every part comes as bytes, since its own decoding of fields would hide
 * invalid UTF-8.
 */
export const multipartOptions = { isPartAFile: () => true };

/**
 * Reads a whole `multipart/form-data` body, in the order of its parts.
 * @throws DomainError `unsupported_media_type`, `payload_too_large`, or `invalid_request` for a broken form.
 */
export async function readForm(request: FastifyRequest, limits: FormLimits): Promise<readonly FormPart[]> {
  if (!request.isMultipart())
    throw new DomainError('unsupported_media_type', 'The request body must be multipart/form-data.');
  const parts: FormPart[] = [];
  let bytesLeft = limits.bytes;
  try {
    const options = { limits: { parts: limits.parts, files: limits.parts, fileSize: limits.bytes } };
    for await (const part of request.parts(options)) {
      const read = await readPart(part as MultipartFile, bytesLeft);
      bytesLeft -= read.bytes.length;
      parts.push(read);
    }
  } catch (failure) {
    throw asBrokenForm(failure);
  }
  return parts;
}

/** @throws DomainError `invalid_request` when the bytes are no UTF-8, `validation_failed` for U+0000. */
export function textOf({ name, bytes }: FormPart): string {
  if (!isUtf8(bytes)) throw new DomainError('invalid_request', `The part ${name} is not valid UTF-8.`);
  const text = bytes.toString('utf8');
  if (!isStorableText(text))
    throw validationError([{ loc: ['body', name], msg: 'must not hold U+0000', type: 'string_unstorable' }]);
  return text;
}

async function readPart(part: MultipartFile, bytesLeft: number): Promise<FormPart> {
  const bytes = await part.toBuffer();
  if (bytes.length > bytesLeft) throw new DomainError('payload_too_large', 'The form is too large.');
  return { name: part.fieldname, mediaType: part.mimetype, bytes };
}

/** The parser's own complaints carry neither code nor status. */
function asBrokenForm(failure: unknown): unknown {
  if (failure instanceof DomainError) return failure;
  const { code } = failure as { code?: unknown };
  if (typeof code === 'string' && code.startsWith('FST_')) return failure;
  return new DomainError('invalid_request', 'The form is malformed.', { cause: failure });
}
