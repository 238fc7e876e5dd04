import { Controller, Inject } from '@nestjs/common';
import type { TakeWorkspaceTurnResponse } from '@svc/contracts/conversations';
import { validationError } from '@svc/errors';
import { replyWithEvents } from '@svc/http';
import type { Logger } from '@svc/telemetry';
import type { FastifyReply } from 'fastify';
import { z } from 'zod';
import { defineRoute, forWorkspace, type RouteInput, Serves } from '../../route/index.js';
import { LOGGER, WORKSPACE_CONVERSATIONS, type WorkspaceConversationsClient } from '../../services.js';
import { interactBody } from '../../wire/sizes.js';
import { turnsPerMinute } from '../per-minute.js';
import { TurnResponse } from './conversation-answers.js';
import { fromOutcome, present } from './conversation-mapping.js';
import {
  ConversationPath,
  ToolCallsQuery,
  TurnQuery,
  TurnRequest,
  wordsOfTurn,
  type TurnBody,
} from './conversation-requests.js';
import { turnFrames } from './turn-frames.js';
import { errorFrame, outcomeOf, toFrames } from './turn-stream.js';
import { whileThere } from './while-there.js';

const body = { media: 'json', schema: TurnRequest, maxBytes: interactBody } as const;

const Accepts = z.object({ accept: z.string().optional() });

const takeTurn = defineRoute({
  surface: 'platform',
  operationId: 'create-turn',
  method: 'POST',
  path: '/v1/:workspace_id/conversations/:conversation_id/turns',
  summary:
    'Takes one turn, and answers when it is over; as server-sent events with `Accept: text/event-stream`. With `poll` it takes none, and collects answers that nobody was there to hear. A turn goes on when its client leaves.',
  access: forWorkspace('Conversation.turn'),
  request: { params: ConversationPath, headers: Accepts, query: TurnQuery, body },
  answer: { status: 200, content: 'json-or-sse', schema: TurnResponse, events: turnFrames },
  errors: ['not_found', 'conversation_busy', 'conversation_finished'],
  perMinute: turnsPerMinute,
  example: { body: { message: 'Hello' } },
});

const streamTurn = defineRoute({
  surface: 'platform',
  operationId: 'stream-turn',
  method: 'POST',
  path: '/v1/:workspace_id/conversations/:conversation_id/turns/stream',
  summary: 'Takes one turn, as server-sent events. It goes on when its client leaves.',
  access: forWorkspace('Conversation.turn'),
  request: { params: ConversationPath, query: ToolCallsQuery, body },
  answer: { status: 200, content: 'sse', events: turnFrames },
  errors: ['not_found', 'conversation_busy', 'conversation_finished'],
  perMinute: turnsPerMinute,
  example: { body: { message: 'Hello' } },
});

interface AskedTurn {
  readonly caller: RouteInput<typeof streamTurn>['caller'];
  readonly params: { readonly conversation_id: string };
  readonly query: { readonly include_tool_calls: boolean };
  readonly body: TurnBody;
}

@Controller()
export class TurnController {
  constructor(
    @Inject(WORKSPACE_CONVERSATIONS) private readonly workspaceConversations: WorkspaceConversationsClient,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  @Serves(takeTurn)
  async take(input: RouteInput<typeof takeTurn>, reply: FastifyReply): Promise<void> {
    const isStream = acceptsEvents(input.headers.accept);
    const { poll, include_tool_calls: includeToolCalls } = input.query;
    if (isStream && !poll) return this.#stream(input, reply);
    const answer = await whileThere(reply, async (signal) => {
      if (poll) return this.#collect(input, isStream, signal);
      // Nobody hears what is said before the answer.
      const body = { ...input.body, suppress_filler: true };
      return fromOutcome(await outcomeOf(this.#open({ ...input, body }, signal)), includeToolCalls);
    });
    if (answer !== undefined) await reply.send(answer);
  }

  @Serves(streamTurn)
  stream(input: RouteInput<typeof streamTurn>, reply: FastifyReply): Promise<void> {
    return this.#stream(input, reply);
  }

  #stream(asked: AskedTurn, reply: FastifyReply): Promise<void> {
    return replyWithEvents(reply, {
      status: 200,
      open: (signal) => toFrames(this.#open(asked, signal)),
      lastWord: (failure) => errorFrame(failure, this.logger),
    });
  }

  /** @param signal when the client leaves, nobody listens to the turn any more */
  #open(
    { caller, params, query, body: asked }: AskedTurn,
    signal: AbortSignal,
  ): AsyncIterable<TakeWorkspaceTurnResponse> {
    const request = {
      caller,
      conversationId: params.conversation_id,
      message: wordsOfTurn(asked),
      context: asked.context ?? '',
      clientMessageId: undefined,
      waitForFinal: asked.wait_for_final ?? false,
      suppressFiller: asked.suppress_filler ?? false,
      includeToolCalls: query.include_tool_calls,
    };
    return this.workspaceConversations.takeWorkspaceTurn(request, { signal });
  }

  /** @param signal when the client leaves, the answers are kept for the next poll */
  async #collect({ caller, params, query, body: asked }: AskedTurn, isStream: boolean, signal: AbortSignal) {
    requireBarePoll(asked, isStream);
    const { include_tool_calls: includeToolCalls } = query;
    const request = { caller, conversationId: params.conversation_id, includeToolCalls };
    const { outcome } = await this.workspaceConversations.collectWorkspaceTurns(request, { signal });
    return fromOutcome(present(outcome), includeToolCalls);
  }
}

/** A poll says nothing and asks for nothing else. @throws DomainError `validation_failed` */
function requireBarePoll(asked: TurnBody, isStream: boolean): void {
  const { wait_for_final: waits, suppress_filler: suppresses } = asked;
  const wrong = [
    ...(wordsOfTurn(asked) === '' ? [] : [['body', 'message']]),
    ...(waits === undefined || waits === null ? [] : [['body', 'wait_for_final']]),
    ...(suppresses === undefined || suppresses === null ? [] : [['body', 'suppress_filler']]),
    ...(isStream ? [['header', 'accept']] : []),
  ];
  if (wrong.length === 0) return;
  throw validationError(
    wrong.map((loc) => ({ loc, msg: 'does not go together with poll', type: 'value_error' })),
  );
}

/** Browsers' `EventSource` and our clients name it alone. */
function acceptsEvents(accept = ''): boolean {
  return accept.split(',').some((one) => one.split(';', 1)[0]?.trim().toLowerCase() === 'text/event-stream');
}
