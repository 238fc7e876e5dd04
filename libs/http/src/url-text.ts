import { DomainError, validationError } from '@svc/errors';

/**
 * The text that path and query stand for must be valid UTF-8 without U+0000. The router and the query parser are
 * lenient and would hand on something that the client did not send.
 * @throws DomainError `invalid_request` for broken escapes, `validation_failed` for U+0000.
 */
export function checkUrlText(url: string): void {
  if (!url.includes('%')) return;
  const queryAt = url.indexOf('?');
  const path = queryAt === -1 ? url : url.slice(0, queryAt);
  check('path', path);
  if (queryAt !== -1) check('query', url.slice(queryAt + 1));
}

function check(part: 'path' | 'query', text: string): void {
  let decoded: string;
  try {
    decoded = decodeURIComponent(text);
  } catch {
    throw new DomainError('invalid_request', `The ${part} of the URL is not valid percent-encoded UTF-8.`);
  }
  if (decoded.includes('\u0000'))
    throw validationError([{ loc: [part], msg: 'must not hold U+0000', type: 'string_unstorable' }]);
}
