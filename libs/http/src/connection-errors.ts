import type { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { DomainError, toErrorBody } from '@svc/errors';
import { securityHeaders } from './security-headers.js';

/** What Node rejects before there is a request, so there are neither headers nor an id yet. */
const rejections: Readonly<Record<string, readonly [status: string, error: DomainError]>> = {
  ERR_HTTP_REQUEST_TIMEOUT: [
    '408 Request Timeout',
    new DomainError('request_timeout', 'The request took too long to arrive.'),
  ],
  HPE_INVALID_URL: [
    '400 Bad Request',
    new DomainError(
      'invalid_request',
      'The URL holds characters that must be percent-encoded, as everything beyond ASCII must.',
    ),
  ],
  HPE_HEADER_OVERFLOW: [
    '431 Request Header Fields Too Large',
    new DomainError('invalid_request', 'The headers of the request are too large.'),
  ],
};
const malformed = [
  '400 Bad Request',
  new DomainError('invalid_request', 'This is not a valid HTTP request.'),
] as const;

/** Writes the one error body to the bare connection and closes it. */
export function refuseConnection(failure: Error, socket: Socket, newRequestId: () => string): void {
  const { code } = failure as { code?: string };
  if (code === 'ECONNRESET' || socket.destroyed || !socket.writable) return void socket.destroy();
  const [status, error] = rejections[code ?? ''] ?? malformed;
  writeRefusal(socket, { status, error, requestId: newRequestId() });
}

export interface Refusal {
  /** Of the status line: code and reason. */
  readonly status: string;
  readonly error: DomainError;
  readonly requestId: string;
}

/** How long a client that was refused has for reading why, and for closing its side. */
const leaveMs = 1_000;

/**
 * Writes a response with the one error body to a connection that has no response object, and closes it: both sides, since no limit of
 * HTTP watches it any more.
 */
export function writeRefusal(socket: Duplex, { status, error, requestId }: Refusal): void {
  const body = JSON.stringify(toErrorBody(error, requestId));
  const headers = {
    ...securityHeaders,
    'content-type': 'application/json; charset=utf-8',
    'x-request-id': requestId,
    'content-length': Buffer.byteLength(body),
    connection: 'close',
  };
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
  socket.end(`HTTP/1.1 ${status}\r\n${lines.join('')}\r\n${body}`);
  const cut = setTimeout(() => socket.destroy(), leaveMs).unref();
  socket.once('close', () => clearTimeout(cut));
}
