import { DomainError } from '@svc/errors';
import { checkedToken } from '../route/credential.js';

/**
 * The credential of browsers on a WebSocket, where they can't set `authorization`: the subprotocol
 * `bearer.authorization.<word>.<token>`. The word is `SVC_HEADER_WORD`.
 */
export interface OfferedCredential {
  readonly token: string;
  /**
   * What the server must select in its response: a client closes the connection if the server selects no subprotocol
   * that it offered.
   */
  readonly protocol: string;
}

/**
 * @param offered the header `Sec-WebSocket-Protocol`: one or more subprotocols, separated by commas.
 * @returns undefined if none is a credential.
 * @throws DomainError `unauthenticated` if one can't be read or there are several.
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
