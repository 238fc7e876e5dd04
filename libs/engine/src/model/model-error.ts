import { DomainError } from '@svc/errors';

/** Ways in which a model fails its caller: a closed list, each with the sentence for the client. */
const failureMessages = {
  timeout: 'The language model did not answer in time. Try again.',
  rate_limited: 'The language model is over its rate limit. Try again later.',
  /** Wrong key, unknown model, request not understood: a retry can't help. */
  refused: 'The language model provider refused the request. The operator must check its configuration.',
  /** Prompt and response together are longer than the model's context. */
  context_overflow:
    'The conversation is too long for the language model. The operator must check the context size of its configuration.',
  /** No connection could be opened. */
  unreachable: 'The language model provider is unreachable. Try again later.',
  /** A server error, or a response that broke off. */
  unavailable: 'The language model provider failed. Try again later.',
  bad_output: 'The language model gave an answer that can not be used. Try again.',
  content_filtered: 'The language model provider withheld the answer under its content rules.',
} as const;

export type ModelErrorKind = keyof typeof failureMessages;

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
    super('service_unavailable', messageOf(kind, options.retryAfterSeconds), options);
  }
}

/** A known wait is in the message: the response has begun by then, so no header can carry it. */
function messageOf(kind: ModelErrorKind, waitSeconds: number | undefined): string {
  const message = failureMessages[kind];
  return waitSeconds === undefined
    ? message
    : message.replace(/Try again(?: later)?\.$/, `Try again in ${waitSeconds} s.`);
}
