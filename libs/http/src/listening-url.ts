import type { AddressInfo } from 'node:net';
import type { FastifyInstance } from 'fastify';

/** The base URL of a listening server. */
export function listeningUrl(instance: FastifyInstance): string {
  const { address, family, port } = instance.server.address() as AddressInfo;
  return `http://${family === 'IPv6' ? `[${address}]` : address}:${port}`;
}
