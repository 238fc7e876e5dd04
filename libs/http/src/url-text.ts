import { DomainError, validationError } from '@svc/errors';

/**
 * Path and query must decode to valid UTF-8, the query without U+0000. The router and the query parser are lenient and
 * would hand on something that the client did not send. An undecodable path is unknown. A path with U+0000 is checked
 * by its route, which knows the format of its ids.
 * @throws DomainError for malformed escapes `not_found` or `invalid_request`, `validation_failed` for U+0000.
 */
export function checkUrlText(url: string): void {
  if (!url.includes('%')) return;
  const queryAt = url.indexOf('?');
  if (decode(queryAt === -1 ? url : url.slice(0, queryAt)) === undefined) throw nothingAtThisPath();
  if (queryAt === -1) return;
  const query = decode(url.slice(queryAt + 1));
  if (query === undefined)
    throw new DomainError('invalid_request', 'The query of the URL is not valid percent-encoded UTF-8.');
  if (query.includes('\u0000'))
    throw validationError([{ loc: ['query'], msg: 'must not hold U+0000', type: 'string_unstorable' }]);
}

export function nothingAtThisPath(): DomainError {
  return new DomainError('not_found', 'There is nothing at this path.');
}

function decode(text: string): string | undefined {
  try {
    return decodeURIComponent(text);
  } catch {
    return undefined;
  }
}
