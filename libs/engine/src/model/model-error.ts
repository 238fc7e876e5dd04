import { DomainError } from '@svc/errors';

/** Ways in which a model fails its caller: a closed list, each with the sentence that the client is told. */
const failureMessages = {
  timeout: 'The language model did not answer in time. Try again.',
  rate_limited: 'The language model is over its rate limit. Try again later.',
  /** Wrong key, unknown model, request not understood: repeating it can't help. */
  refused: 'The language model provider refused the request. The operator must check its configuration.',
  /** Prompt and answer together are longer than it takes in. */
  context_overflow:
    'The conversation is too long for the language model. The operator must check the context size of its configuration.',
  /** No connection came about. */
  unreachable: 'The language model provider is unreachable. Try again later.',
  /** A server error, or an answer that broke off. */
  unavailable: 'The language model provider failed. Try again later.',
  bad_output: 'The language model gave an answer that can not be used. Try again.',
  content_filtered: 'The language model provider withheld the answer under its content rules.',
} as const;

export type ModelErrorKind = keyof typeof failureMessages;

/** A model call that gave nothing usable. The turn fails with it, and nothing of the turn stays. */
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

/** A wait that is known is told: by then the answer has begun, and no header can tell it. */
function messageOf(kind: ModelErrorKind, waitSeconds: number | undefined): string {
  const message = failureMessages[kind];
  return waitSeconds === undefined
    ? message
    : message.replace(/Try again(?: later)?\.$/, `Try again in ${waitSeconds} s.`);
}
