import { X509Certificate } from 'node:crypto';
import type { PeerCertificate } from 'node:tls';

/** The process at the other end of a call. */
export interface RpcPeer {
  /**
   * `unix`: anyone with access to the socket's folder; `tls`: a holder of a certificate of the authority; `network`:
   * anybody.
   */
  readonly transport: 'unix' | 'tls' | 'network';
  /** Whether its certificate has exactly this name; false without one, and for wildcards. */
  isNamed(name: string): boolean;
}

const isNamed = (): boolean => false;
/** A peer without a certificate. */
export const unixPeer: RpcPeer = { transport: 'unix', isNamed };
export const networkPeer: RpcPeer = { transport: 'network', isNamed };

/** @param certificate that the connection has verified. */
export function tlsPeer(certificate: PeerCertificate): RpcPeer {
  return {
    transport: 'tls',
    isNamed: (name) =>
      new X509Certificate(certificate.raw).checkHost(name, { wildcards: false }) !== undefined,
  };
}
