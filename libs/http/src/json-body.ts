import { isUtf8 } from 'node:buffer';
import { DomainError, validationError } from '@svc/errors';
import { scanJson, type JsonBounds } from './json-scan.js';
import { findUnstorableText } from './unstorable-text.js';

/**
 * Parsing costs up to 1 µs per value, ten times as much as the bytes. So many values take less than 20 ms in a body of
 * any size. Routes for larger documents say so.
 */
export const jsonBounds: JsonBounds = { deepestNesting: 100, values: 10_000 };

/**
 * Parses the bytes of a JSON request body. An empty body is no body.
 * @throws DomainError `invalid_request` for what is not JSON in UTF-8, `validation_failed` for text that can't be
 * stored and for too many values.
 */
export function parseJsonBody(bytes: Buffer, { deepestNesting, values }: JsonBounds = jsonBounds): unknown {
  if (bytes.length === 0) return undefined;
  if (!isUtf8(bytes)) throw new DomainError('invalid_request', 'The request body is not valid UTF-8.');
  const scan = scanJson(bytes, { deepestNesting, values });
  if (scan.deepestNesting > deepestNesting)
    throw refused(`must not be nested deeper than ${deepestNesting}`, 'too_deep');
  if (scan.values > values) throw refused(`must not hold more than ${values} values`, 'too_long');
  // Some editors and shells add a byte order mark; RFC 8259 section 8.1 lets readers skip it.
  const value = parse(bytes.toString('utf8').replace(/^\uFEFF/, ''));
  // It would change the prototype of objects built from the parsed one.
  if (scan.hasProtoKey) throw new DomainError('invalid_request', 'The key __proto__ is not allowed.');
  if (scan.hasUnstorableText) {
    const broken = findUnstorableText(value, ['body']);
    // None, if the same key comes again with another value.
    if (broken.length > 0) throw validationError(broken);
  }
  return value;
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch (error) {
    throw new DomainError('invalid_request', `The request body is not valid JSON${whereBroken(error)}.`, {
      cause: error,
    });
  }
}

/** The engine's own message quotes the body; the position is enough. */
function whereBroken(error: unknown): string {
  const { message } = error as Error;
  if (message.includes('end of JSON input')) return ': it ends too early';
  const place = /\(line \d+ column \d+\)/.exec(message)?.[0];
  return place ? ` ${place}` : '';
}

function refused(msg: string, type: string): DomainError {
  return validationError([{ loc: ['body'], msg, type }]);
}
