import { DomainError } from '@svc/errors';
import type { RpcPeer } from '@svc/rpc';

export interface Permission {
  /** Names of certificates. */
  readonly names: readonly string[];
  /** The variable in which the installer names them. */
  readonly variable: string;
  /** The message for rejected callers. */
  readonly rejection: string;
}

/**
 * Accepts anyone who may open the unix socket. Over the network, only the certificates that the installer has named;
 * without mutual TLS nobody.
 * @throws DomainError `permission_denied`
 */
export function requirePermitted(peer: RpcPeer, { names, variable, rejection }: Permission): void {
  if (peer.transport === 'unix' || names.some((name) => peer.isNamed(name))) return;
  throw new DomainError('permission_denied', rejection, {
    privateDetail: `The certificate of the peer has none of the names in ${variable} (${names.join(', ')}).`,
  });
}
