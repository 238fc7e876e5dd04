import type { Caller } from '@svc/contracts/common';
import type { TurnEvent } from '@svc/contracts/conversations';
import { replyWithNdjson, toEdgeError } from '@svc/http';
import { LostCallError } from '@svc/rpc';
import type { Logger } from '@svc/telemetry';
import type { FastifyReply } from 'fastify';
import type { LinesAnswer } from '../../route/route.js';
import type { ActionFilter } from './action-filter.js';
import { toLines, UnknownTurnOutcome } from './turn-events.js';
import type { TurnLine } from './turn-lines.js';

export interface TurnReply {
  readonly caller: Caller;
  readonly wantedActions: ActionFilter;
  readonly open: (signal: AbortSignal) => AsyncIterable<{ readonly events: readonly TurnEvent[] }>;
}

const none: ActionFilter = () => false;

/**
 * Streams a turn. An error before the first event is an ordinary response, a later one is the last line. An unknown
 * outcome cuts the stream off.
 */
export function replyWithTurn(
  reply: FastifyReply,
  { status }: LinesAnswer,
  turn: TurnReply,
  logger: Logger,
): Promise<void> {
  const wanted = seesActions(turn.caller) ? turn.wantedActions : none;
  return replyWithNdjson(reply, {
    status,
    open: (signal) => toLines(turn.open(signal), wanted),
    lastWord: (failure): TurnLine | undefined => {
      if (failure instanceof UnknownTurnOutcome || failure instanceof LostCallError) return undefined;
      const error = toEdgeError(failure);
      if (error.code === 'internal_error') logger.error('stream failed', { error: error.cause ?? error });
      return {
        type: 'error',
        http_error_code: error.row.httpStatus,
        error_description: `${error.code}: ${error.message}`,
      };
    },
  });
}

function seesActions({ grants }: Caller): boolean {
  return grants.some(({ permissionName }) => permissionName === 'Conversation:GetInteractionInsights');
}
