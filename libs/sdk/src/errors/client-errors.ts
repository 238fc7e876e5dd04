import { AmigoError, type AmigoErrorFields } from './amigo-error.js';

/** No response came: `cause` has what `fetch` said. */
export class NetworkError extends AmigoError {
  static override readonly errorName: string = 'NetworkError';
}

/** An attempt took longer than the configured time. */
export class RequestTimeoutError extends NetworkError {
  static override readonly errorName: string = 'RequestTimeoutError';

  constructor(
    message: string,
    /** The configured time. */
    readonly timeoutMs: number,
    fields: AmigoErrorFields = {},
  ) {
    super(message, fields);
  }

  override toJSON(): Readonly<Record<string, unknown>> {
    return { ...super.toJSON(), timeoutMs: this.timeoutMs };
  }
}

/** The body of a success could not be read. */
export class ParseError extends AmigoError {
  static override readonly errorName: string = 'ParseError';

  constructor(
    message: string,
    /** As it came. */
    readonly body: string,
    fields: AmigoErrorFields = {},
  ) {
    super(message, fields);
  }
}

/** The client was set up wrongly, such as without an API key. */
export class ConfigurationError extends AmigoError {
  static override readonly errorName: string = 'ConfigurationError';
}
