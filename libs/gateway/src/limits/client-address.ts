import { isIP } from 'node:net';
import { countedAddress } from '@svc/http';
import type { FastifyRequest } from 'fastify';

/** The address that counts for a request without sign-in: the peer's, or the one that a trusted proxy names. */
export function clientAddress({ ip, raw }: Pick<FastifyRequest, 'ip' | 'raw'>): string {
  return countedAddress(isIP(ip) === 0 ? (raw.socket.remoteAddress ?? 'unknown') : ip);
}
