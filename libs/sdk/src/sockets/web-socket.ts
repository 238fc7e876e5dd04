import { ConfigurationError } from '../errors/client-errors.js';

/** What is needed of a WebSocket: those of browsers, of Node from 22 on, and of the package `ws` have it. */
export interface WebSocketLike {
  send(data: string): void;
  close(code?: number, reason?: string): void;
  addEventListener(type: 'open' | 'error', listener: () => void): void;
  addEventListener(type: 'message', listener: (event: { readonly data: unknown }) => void): void;
  addEventListener(
    type: 'close',
    listener: (event: { readonly code: number; readonly reason: string }) => void,
  ): void;
}

export type WebSocketFactory = (url: string, protocols: string[]) => WebSocketLike;

/** @throws ConfigurationError where the platform has no WebSocket, such as Node 20, and none is given */
export function webSocketFactoryOf(given: WebSocketFactory | undefined): WebSocketFactory {
  if (given) return given;
  // Looked up at each call, as tools replace it.
  const { WebSocket: ofPlatform } = globalThis as { WebSocket?: typeof WebSocket };
  if (ofPlatform) return (url, protocols) => new ofPlatform(url, protocols);
  throw new ConfigurationError(
    'This platform has no WebSocket: give a webSocketFactory, such as (url, protocols) => new WebSocket(url, protocols) of the package ws.',
  );
}
