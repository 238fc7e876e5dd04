import { DomainError } from '@svc/errors';

/**
 * Another writer has changed the stream. Load again, decide again, append again. Both versions are equal when only the
 * transaction must be repeated: it is older than the one of the stream's latest event, or lost a deadlock.
 */
export class ConcurrencyError extends DomainError {
  override readonly name = 'ConcurrencyError';

  constructor(
    readonly streamId: string,
    readonly expectedVersion: number,
    /** Inside a transaction, with a writer that committed at the same moment: the lowest version it can have. */
    readonly actualVersion: number,
    cause?: unknown,
  ) {
    super(
      'operation_in_progress',
      'This was changed by another request at the same time. Repeat the request.',
      {
        privateDetail: `stream ${streamId}: expected version ${expectedVersion}, found ${actualVersion}`,
        cause,
      },
    );
  }
}

/** The guard of an append found no row: the writer has lost its right to append, such as a lease. */
export class FencedError extends DomainError {
  override readonly name = 'FencedError';

  constructor(
    readonly streamId: string,
    cause?: unknown,
  ) {
    super('operation_in_progress', 'Another process has taken this work over. Repeat the request.', {
      privateDetail: `stream ${streamId}: the guard of the append found no row`,
      cause,
    });
  }
}

/** The response to an append was lost, the log lacks it, and it may still commit. Don't report it as failed. */
export class UnknownOutcomeError extends DomainError {
  override readonly name = 'UnknownOutcomeError';

  constructor(
    readonly streamId: string,
    cause?: unknown,
  ) {
    super('service_unavailable', 'The service is busy or restarting. Try again in a moment.', {
      privateDetail: `stream ${streamId}: the log could not tell in time whether an append has come about`,
      cause,
    });
  }
}

/**
 * Bytes of one event's values and keys in UTF-8, before escaping and sealing. Put larger values into libs/blobs and
 * their reference into the event.
 */
export const maxPayloadBytes = 65_536;
/** The same for personal values of a type that may keep its sealed part next to the event. */
export const maxLargePersonalBytes = 4 * 1024 * 1024;

export class PayloadTooLargeError extends DomainError {
  override readonly name = 'PayloadTooLargeError';

  constructor(
    readonly eventType: string,
    readonly valueBytes: number,
    maxBytes: number,
  ) {
    const sizes = `it takes ${valueBytes} bytes, and at most ${maxBytes} can be stored at once`;
    super('payload_too_large', `The content is too large: ${sizes}. Shorten or divide it.`, {
      privateDetail:
        `event ${eventType} has values of ${valueBytes} bytes, at most ${maxBytes} are allowed: ` +
        'put the large value into libs/blobs and store its reference',
    });
  }
}

/** U+0000 or a lone surrogate reached the event store; the edge should have rejected or cleaned it. */
export class UnstorableTextError extends Error {
  override readonly name = 'UnstorableTextError';

  constructor(readonly where: string) {
    super(`The ${where} holds U+0000 or a lone surrogate, which can't be stored.`);
  }
}

/** An event type or schema version that this release doesn't know: it was written by a newer one. */
export class UnknownEventError extends Error {
  override readonly name = 'UnknownEventError';

  constructor(
    readonly eventType: string,
    readonly schemaVersion: number,
  ) {
    super(`Event type ${eventType} in schema version ${schemaVersion} is unknown to this release.`);
  }
}
