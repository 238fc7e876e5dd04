import { DomainError } from '@svc/errors';
import { checkedToken } from '../route/credential.js';

/**
 * What browsers send with a WebSocket, which can set no `authorization` header: the subprotocol
 * `bearer.authorization.<word>.<token>`, where the word is `SVC_HEADER_WORD`.
 */
export interface OfferedCredential {
  readonly token: string;
  /** What the server has to select in its answer: clients end a connection whose server selects none of those they offer. */
  readonly protocol: string;
}

/**
 * @param offered the header `Sec-WebSocket-Protocol`: one subprotocol or several, with commas between them.
 * @returns undefined when none of them is a credential.
 * @throws DomainError `unauthenticated` for one that can't be read, and for more than one.
 */
export function readOfferedCredential(
  offered: string | undefined,
  word: string,
): OfferedCredential | undefined {
  const prefix = `bearer.authorization.${word}.`;
  const credentials = (offered ?? '')
    .split(',')
    .map((protocol) => protocol.trim())
    .filter((protocol) => protocol.startsWith(prefix));
  const [protocol, ...others] = credentials;
  if (protocol === undefined) return undefined;
  if (others.length > 0)
    throw new DomainError('unauthenticated', 'Offer one subprotocol with a token, not several.');
  return { protocol, token: checkedToken(protocol.slice(prefix.length)) };
}
