import { credentials, ServerCredentials, type ChannelCredentials } from '@grpc/grpc-js';
import { socketPathOf } from './unix-socket.js';

/** What both ends of a connection over the network show each other (mutual TLS). PEM. */
export interface RpcTls {
  /** Of the authority that signs the certificates of all services, and of nothing else. */
  readonly ca: Buffer;
  /**
   * Of this process, the chain below the authority included. Its names are those of the host that clients connect to, and
   * the one that servers know this process by.
   */
  readonly certificate: Buffer;
  readonly key: Buffer;
}

/** Whether nobody on the network can read what passes, or pass for either end. Over a unix socket that needs no TLS. */
export function isConfidential(address: string, tls: RpcTls | undefined): boolean {
  return tls !== undefined || socketPathOf(address) !== undefined;
}

/** A client without a certificate of the authority gets no connection. */
export function serverCredentials(address: string, tls: RpcTls | undefined): ServerCredentials {
  if (!tls || socketPathOf(address) !== undefined) return ServerCredentials.createInsecure();
  return ServerCredentials.createSsl(tls.ca, [{ cert_chain: tls.certificate, private_key: tls.key }], true);
}

/** The server's certificate has to name the host of the address. */
export function clientCredentials(address: string, tls: RpcTls | undefined): ChannelCredentials {
  if (!tls || socketPathOf(address) !== undefined) return credentials.createInsecure();
  return credentials.createSsl(tls.ca, tls.key, tls.certificate);
}
