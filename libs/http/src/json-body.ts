import { isUtf8 } from 'node:buffer';
import { DomainError, validationError } from '@svc/errors';
import { findUnstorableText } from './unstorable-text.js';

/**
 * Parses the bytes of a JSON request body. An empty body is no body.
 * @throws DomainError `invalid_request` for what is no JSON in UTF-8, `validation_failed` for text that can't be stored.
 */
export function parseJsonBody(bytes: Buffer): unknown {
  if (bytes.length === 0) return undefined;
  if (!isUtf8(bytes)) throw new DomainError('invalid_request', 'The request body is not valid UTF-8.');
  // Some editors and shells put a byte order mark in front, which RFC 8259 section 8.1 lets readers skip.
  const text = bytes.toString('utf8').replace(/^\uFEFF/, '');
  const value = parse(text);
  // Valid UTF-8 holds no lone surrogate and JSON no raw U+0000: both can only come from escapes.
  if (text.includes('\\u')) {
    const broken = findUnstorableText(value, ['body']);
    if (broken.length > 0) throw validationError(broken);
  }
  return value;
}

function parse(text: string): unknown {
  try {
    // A key `__proto__` would change the meaning of objects that are built from the parsed one. It may be escaped.
    const reviver = text.includes('__proto__') || text.includes('\\u') ? refuseProto : undefined;
    return JSON.parse(text, reviver) as unknown;
  } catch (failure) {
    if (failure instanceof DomainError) throw failure;
    throw new DomainError('invalid_request', `The request body is not valid JSON${whereBroken(failure)}.`, {
      cause: failure,
    });
  }
}

/** The engine's own words hold pieces of the body; its place is enough. */
function whereBroken(failure: unknown): string {
  const { message } = failure as Error;
  if (message.includes('end of JSON input')) return ': it ends too early';
  const place = /\(line \d+ column \d+\)/.exec(message)?.[0];
  return place ? ` ${place}` : '';
}

function refuseProto(key: string, value: unknown): unknown {
  if (key === '__proto__') throw new DomainError('invalid_request', 'The key __proto__ is not allowed.');
  return value;
}
