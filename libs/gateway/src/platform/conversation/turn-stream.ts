import type {
  TakeWorkspaceTurnResponse,
  TurnEvent,
  WorkspaceToolCall,
  WorkspaceTurnOutcome,
} from '@svc/contracts/conversations';
import { DomainError } from '@svc/errors';
import { toEdgeError } from '@svc/http';
import { LostCallError } from '@svc/rpc';
import type { Logger } from '@svc/telemetry';
import { roles, statuses } from './channel-kinds.js';
import { present } from './conversation-mapping.js';
import type { TurnFrame } from './turn-frames.js';

/** The stream of a turn ended without its outcome: it was not known in time whether the turn is stored. */
class UnknownWorkspaceTurn extends DomainError {
  constructor() {
    super('service_unavailable', unknownOutcome);
  }
}

const unknownOutcome = 'Whether the turn is stored is not known: read the conversation.';

/** The frames of a turn; none at first: the turn has begun. @throws what the stream throws; `service_unavailable` */
export async function* toFrames(
  responses: AsyncIterable<TakeWorkspaceTurnResponse>,
): AsyncGenerator<readonly TurnFrame[], void, void> {
  let outcome: WorkspaceTurnOutcome | undefined;
  for await (const { events, earlier, outcome: last } of responses) {
    yield [
      ...earlier.map(({ text, role }) => messageFrame(roles.fromProto(role), text)),
      ...events.flatMap(({ event }) => (event ? framesOf(event) : [])),
    ];
    outcome ??= last;
  }
  if (outcome === undefined) throw new UnknownWorkspaceTurn();
  yield [...late(outcome), doneFrame(outcome)];
}

/** A turn as one value. @throws what the stream throws; `service_unavailable` */
export async function outcomeOf(
  responses: AsyncIterable<TakeWorkspaceTurnResponse>,
): Promise<WorkspaceTurnOutcome> {
  let outcome: WorkspaceTurnOutcome | undefined;
  for await (const response of responses) outcome ??= response.outcome;
  if (outcome === undefined) throw new UnknownWorkspaceTurn();
  return outcome;
}

/** The last frame of a stream that fails after its head. */
export function errorFrame(failure: unknown, logger: Logger): TurnFrame {
  if (failure instanceof UnknownWorkspaceTurn || failure instanceof LostCallError)
    return {
      event: 'error',
      data: { message: unknownOutcome, code: 'stream_interrupted', retryable: false, status_code: null },
    };
  const error = toEdgeError(failure);
  if (error.code === 'internal_error') logger.error('stream failed', { error: error.cause ?? error });
  const { httpStatus, retryable } = error.row;
  const code =
    httpStatus < 500 ? 'client_error' : error.code === 'internal_error' ? 'unknown' : 'upstream_error';
  return { event: 'error', data: { message: error.message, code, retryable, status_code: httpStatus } };
}

function framesOf(event: NonNullable<TurnEvent['event']>): readonly TurnFrame[] {
  switch (event.$case) {
    case 'toolCallStarted':
      return [startedFrame(event.value)];
    case 'toolCallCompleted':
      return [completedFrame(event.value)];
    case 'newMessage':
      // The last piece is empty: only afterwards is it known that the one before was the last.
      return event.value.message === '' ? [] : [{ event: 'token', data: { text: event.value.message } }];
    case 'filler':
      return [messageFrame('agent', event.value.text)];
    case 'interactionComplete':
      return [messageFrame('agent', event.value.fullMessage)];
    case 'conversationCreated':
    case 'userMessageAvailable':
    case 'currentAgentAction':
      return [];
  }
}

/** What the agent has said by itself, each behind the calls of tools that were made for it. */
export function framesOfLate({ output }: WorkspaceTurnOutcome): readonly TurnFrame[] {
  return output.flatMap(({ role, text, toolCalls }) => [
    ...toolCalls.flatMap((call) => [startedFrame(call), completedFrame(call)]),
    messageFrame(roles.fromProto(role), text),
  ]);
}

type Told = Pick<WorkspaceToolCall, 'callId' | 'toolName'>;

function startedFrame(call: Told & Pick<WorkspaceToolCall, 'inputJson'>): TurnFrame {
  const { toolName: tool_name, callId: call_id, inputJson: input } = call;
  return { event: 'tool_call_started', data: { tool_name, call_id, input } };
}

function completedFrame(
  call: Told & Pick<WorkspaceToolCall, 'result' | 'succeeded' | 'durationMs'>,
): TurnFrame {
  const { toolName, callId, result, succeeded, durationMs = null } = call;
  const data = { tool_name: toolName, call_id: callId, result, succeeded, duration_ms: durationMs };
  return { event: 'tool_call_completed', data };
}

function messageFrame(role: string, text: string): TurnFrame {
  return { event: 'message', data: { role, text } };
}

/** What was said after the answer, and the answer to a message that had been taken before: no frame has told it. */
function late({ output, input, isDuplicate }: WorkspaceTurnOutcome): readonly TurnFrame[] {
  if (isDuplicate) return output.map(({ text }) => messageFrame('agent', text));
  const own = output.findIndex(({ interactionId }) => interactionId === input?.interactionId);
  return own < 0 ? [] : output.slice(own + 1).map(({ text }) => messageFrame('agent', text));
}

function doneFrame({ input, output, conversation, backgroundPending }: WorkspaceTurnOutcome): TurnFrame {
  const { conversationId, status, turnCount } = present(conversation);
  const { turnId = null, turnIndex = null } = input ?? output.at(-1) ?? {};
  return {
    event: 'done',
    data: {
      conversation_id: conversationId,
      status: statuses.fromProto(status),
      turn_count: turnCount,
      background_pending: backgroundPending,
      delivery_protocol_version: null,
      turn_id: turnId,
      turn_index: turnIndex,
    },
  };
}
