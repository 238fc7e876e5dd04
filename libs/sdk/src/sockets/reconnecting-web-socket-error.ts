import type { ReconnectingWebSocketReason } from './close-codes.js';

/** Why a socket does not connect again. It has no HTTP fields. */
export class ReconnectingWebSocketError extends Error {
  override readonly name = 'ReconnectingWebSocketError';

  constructor(
    message: string,
    readonly reason: ReconnectingWebSocketReason,
    /** Of the last connection; undefined where that was not closed by its peer. */
    readonly closeCode: number | undefined,
    readonly closeReason: string | undefined,
    /** Connections that were tried. */
    readonly attempts: number,
    options?: ErrorOptions,
  ) {
    super(message, options);
  }
}
