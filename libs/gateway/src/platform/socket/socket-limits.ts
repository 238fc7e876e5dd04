import type { LimitedUse } from '../../limits/rate-limits.js';
import { socketRoutes, type SocketKind } from './socket-address.js';

/** Openings and messages in a minute of one credential, as requests that begin conversations and take turns. */
const opensPerMinute = 60;
const messagesPerMinute = 600;

/** Overrides name openings with GET, messages with POST. */
export const socketLimits: Readonly<
  Record<SocketKind, { readonly opening: LimitedUse; readonly message: LimitedUse }>
> = {
  'text-stream': limitsOf('text-stream'),
  'session-connect': limitsOf('session-connect'),
};

function limitsOf(kind: SocketKind) {
  const path = socketRoutes[kind];
  return {
    opening: { method: 'GET', path, perMinute: opensPerMinute },
    message: { method: 'POST', path, perMinute: messagesPerMinute },
  } as const;
}
