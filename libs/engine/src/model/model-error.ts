import { DomainError, type ErrorCode } from '@svc/errors';

interface Failure {
  /** `internal_error` where only the operator can help: a retry of the same request can't. */
  readonly code: Extract<ErrorCode, 'service_unavailable' | 'internal_error'>;
  /** Whether it says something about the model and not about this request. It passes without a change of the request. */
  readonly isOutage: boolean;
  /** For the client. */
  readonly message: string;
}

/** Ways in which a model fails its caller: a closed list. */
const failures = {
  timeout: {
    code: 'service_unavailable',
    isOutage: true,
    message: 'The language model did not answer in time. Try again.',
  },
  rate_limited: {
    code: 'service_unavailable',
    isOutage: true,
    message: 'The language model is over its rate limit. Try again later.',
  },
  /** Wrong key, unknown model, request not understood. */
  refused: {
    code: 'internal_error',
    isOutage: false,
    message: 'The language model provider refused the request. The operator must check its configuration.',
  },
  /** Prompt and response together are longer than the model's context. */
  context_overflow: {
    code: 'internal_error',
    isOutage: false,
    message:
      'The conversation is too long for the language model. The operator must check the context size of its configuration.',
  },
  /** No connection could be opened. */
  unreachable: {
    code: 'service_unavailable',
    isOutage: true,
    message: 'The language model provider is unreachable. Try again later.',
  },
  /** A server error, or a response that broke off. */
  unavailable: {
    code: 'service_unavailable',
    isOutage: true,
    message: 'The language model provider failed. Try again later.',
  },
  bad_output: {
    code: 'service_unavailable',
    isOutage: false,
    message: 'The language model gave an answer that can not be used. Try again.',
  },
  /** A retry may give another wording. */
  content_filtered: {
    code: 'service_unavailable',
    isOutage: false,
    message: 'The language model provider withheld the answer under its content rules.',
  },
} as const satisfies Record<string, Failure>;

export type ModelErrorKind = keyof typeof failures;

/** Whether a failure is one of the model as a whole, and not of a single request. */
export function isOutage(kind: ModelErrorKind): boolean {
  return failures[kind].isOutage;
}

/** A model call without a usable result. The turn fails with it, and nothing of the turn is stored. */
export class ModelError extends DomainError {
  override readonly name = 'ModelError';

  constructor(
    readonly kind: ModelErrorKind,
    options: {
      readonly privateDetail?: string;
      readonly retryAfterSeconds?: number;
      readonly cause?: unknown;
    } = {},
  ) {
    super(failures[kind].code, messageOf(kind, options.retryAfterSeconds), options);
  }
}

/** A known wait is in the message: the response has begun by then, so no header can carry it. */
function messageOf(kind: ModelErrorKind, waitSeconds: number | undefined): string {
  const { message } = failures[kind];
  return waitSeconds === undefined
    ? message
    : message.replace(/Try again(?: later)?\.$/, `Try again in ${waitSeconds} s.`);
}
