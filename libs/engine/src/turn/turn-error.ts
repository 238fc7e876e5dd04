import { DomainError, type ErrorCode } from '@svc/errors';

const failures = {
  /** The state that the turn begins in, or is led to, is not in the graph or is no action state. */
  unknown_state: {
    code: 'internal_error',
    message: 'The conversation stands in a state that its context graph does not have.',
  },
  too_many_passthrough_states: {
    code: 'internal_error',
    message: 'The context graph led through too many states without one in which the agent speaks.',
  },
  conversation_is_completed: {
    code: 'conversation_finished',
    message: 'The conversation has reached its end.',
  },
  /** A retry may give another wording. */
  message_withheld: {
    code: 'service_unavailable',
    message: 'What the agent was about to say was withheld. Try again, or say it in other words.',
  },
} as const satisfies Record<string, { code: ErrorCode; message: string }>;

export type TurnErrorKind = keyof typeof failures;

/** A turn that can't be taken as requested. It can't happen with a valid graph, a running conversation and no policies. */
export class TurnError extends DomainError {
  override readonly name = 'TurnError';

  constructor(
    readonly kind: TurnErrorKind,
    privateDetail: string,
  ) {
    super(failures[kind].code, failures[kind].message, { privateDetail });
  }
}
