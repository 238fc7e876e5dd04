import { withoutSecrets } from './without-secrets.js';

/** What an error of a request tells. */
export interface AmigoErrorFields {
  /** Of the response; undefined where there was none. */
  readonly statusCode?: number | undefined;
  /** The machine-readable code of the API: branch on this. */
  readonly errorCode?: string | undefined;
  /** Names the request to those who run the API. */
  readonly requestId?: string | undefined;
  readonly detail?: string | undefined;
  /** The parsed body. */
  readonly errorBody?: unknown;
  /** The first 8 KB of the body as it came. */
  readonly rawBody?: string | undefined;
  /** What else is known: method, path, attempts. */
  readonly context?: Readonly<Record<string, unknown>> | undefined;
  readonly cause?: unknown;
}

/** Every error that a request can end with extends it. */
export class AmigoError extends Error {
  readonly statusCode: number | undefined;
  readonly errorCode: string | undefined;
  readonly requestId: string | undefined;
  readonly detail: string | undefined;
  readonly errorBody: unknown;
  readonly rawBody: string | undefined;
  /** Values under names that look secret are replaced. */
  readonly context: Readonly<Record<string, unknown>> | undefined;

  constructor(message: string, fields: AmigoErrorFields = {}) {
    super(message, 'cause' in fields ? { cause: fields.cause } : undefined);
    // The class's own name, also where a bundler renames classes.
    this.name = new.target.errorName;
    this.statusCode = fields.statusCode;
    this.errorCode = fields.errorCode;
    this.requestId = fields.requestId;
    this.detail = fields.detail;
    this.errorBody = fields.errorBody;
    this.rawBody = fields.rawBody;
    this.context = fields.context && (withoutSecrets(fields.context) as Readonly<Record<string, unknown>>);
  }

  static readonly errorName: string = 'AmigoError';

  /** For logs: without the cause, the raw body, and what looks secret. */
  toJSON(): Readonly<Record<string, unknown>> {
    const { name, message, statusCode, errorCode, requestId, detail, context } = this;
    const errorBody = withoutSecrets(this.errorBody);
    return { name, message, statusCode, errorCode, requestId, detail, errorBody, context };
  }
}
