export type WorkspaceEventStreamErrorCode =
  | 'too_many_streams'
  | 'stream_unavailable'
  | 'stream_error'
  | 'auth'
  | 'transport_exhausted'
  | 'aborted'
  | 'unknown';

/** Why a stream of events has ended. It has no HTTP fields. */
export class WorkspaceEventStreamError extends Error {
  override readonly name = 'WorkspaceEventStreamError';

  constructor(
    message: string,
    readonly code: WorkspaceEventStreamErrorCode,
    /** Whether a new stream may succeed. */
    readonly retryable: boolean,
    /** What the server has sent last, where that was an error. */
    readonly frame?: Readonly<Record<string, unknown>>,
    options?: ErrorOptions,
  ) {
    super(message, options);
  }
}
