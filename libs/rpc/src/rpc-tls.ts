import { credentials, ServerCredentials, type ChannelCredentials } from '@grpc/grpc-js';
import { socketPathOf } from './unix-socket.js';

/** The certificates of both ends of a network connection (mutual TLS). PEM. */
export interface RpcTls {
  /** Of the authority that signs the certificates of all services, and nothing else. */
  readonly ca: Buffer;
  /**
   * Of this process, with the chain below the authority. Its names are the host that clients connect to, and the name
   * by which servers know this process.
   */
  readonly certificate: Buffer;
  readonly key: Buffer;
}

/** Whether the transport is private and authenticated. A unix socket is, without TLS. */
export function isConfidential(address: string, tls: RpcTls | undefined): boolean {
  return tls !== undefined || socketPathOf(address) !== undefined;
}

/** A client without a certificate of the authority gets no connection. */
export function serverCredentials(address: string, tls: RpcTls | undefined): ServerCredentials {
  if (!tls || socketPathOf(address) !== undefined) return ServerCredentials.createInsecure();
  return ServerCredentials.createSsl(tls.ca, [{ cert_chain: tls.certificate, private_key: tls.key }], true);
}

/** The server's certificate must name the host of the address. */
export function clientCredentials(address: string, tls: RpcTls | undefined): ChannelCredentials {
  if (!tls || socketPathOf(address) !== undefined) return credentials.createInsecure();
  return credentials.createSsl(tls.ca, tls.key, tls.certificate);
}
