import type { AmigoError } from '../errors/amigo-error.js';
import type { RateLimit } from './rate-limit.js';

/** One attempt of a request. */
export interface RequestContext {
  /** The same for all attempts of a request. */
  readonly id: number;
  /** From 1. */
  readonly attempt: number;
  readonly method: string;
  /** With its placeholders, such as `/v1/{workspace_id}/agents`. */
  readonly schemaPath: string;
  /** What is sent. Headers may be added. */
  readonly url: string;
  readonly headers: Headers;
}

export interface ResponseContext extends RequestContext {
  readonly response: Response;
  readonly requestId: string | null;
  readonly rateLimit: RateLimit;
}

export interface ErrorContext extends RequestContext {
  readonly error: AmigoError;
}

/** Called for each attempt, for tracing and logs. What a hook throws ends the request. */
export interface Hooks {
  readonly onRequest?: (context: RequestContext) => void | Promise<void>;
  readonly onResponse?: (context: ResponseContext) => void | Promise<void>;
  readonly onError?: (context: ErrorContext) => void | Promise<void>;
}
