import type { TurnRequest } from '../input/turn-request.js';
import type { TurnEnd } from '../protocol/turn-command.js';
import { turnBegan, type TurnBegan } from '../protocol/turn-fact.js';
import type { TurnResult } from '../protocol/turn-result.js';
import type { TurnSignal } from '../protocol/turn-signal.js';
import { unusedMessages, type TurnOutcome } from '../recording/unused-messages.js';
import { Driver, type TurnPorts } from './driver.js';
import { PortDefect } from './live-call.js';
import { utcOffsetMinutes } from './utc-offset.js';

/**
 * Runs one turn: carries out the machine's commands and feeds it their results. Yields signals as they happen and returns the
 * result once it is stored. Pure except for its ports: the same input and the same model responses give the same signals and
 * result.
 * @param signal cancels the turn: its model calls end, and the generator throws the reason. A commit in progress is awaited and
 * counts.
 * @throws ModelError when the model fails, TurnError when the turn can't be taken, the reason when its commit is refused
 */
export async function* runTurn(
  request: TurnRequest,
  ports: TurnPorts,
  signal: AbortSignal,
): AsyncGenerator<TurnSignal, TurnResult, void> {
  signal.throwIfAborted();
  const driver = new Driver(request, ports, signal);
  let end: TurnEnd | null = null;
  try {
    end = yield* driver.run(began(request, ports));
    return resultOf(end, signal);
  } finally {
    const outcome = driver.isUnsettled ? 'unknown' : outcomeOf(end, signal);
    for (const message of unusedMessages(ports.recorder.calls(), outcome))
      ports.model.onUnusedMessage?.(message);
  }
}

function began(request: TurnRequest, { policies = [], suppressesFillers, clock }: TurnPorts): TurnBegan {
  const fact = turnBegan(request, policies.length > 0, suppressesFillers);
  const { timezone } = request.user;
  const offset = timezone === null ? undefined : utcOffsetMinutes(clock.now(), timezone);
  return offset === undefined ? fact : { ...fact, utcOffsetMinutes: offset };
}

/** @param end null where the iteration was ended before, which cancels it */
function outcomeOf(end: TurnEnd | null, { aborted }: AbortSignal): TurnOutcome {
  switch (end?.outcome) {
    case 'completed':
    case 'failed':
      return end.outcome;
    case 'refused':
      return aborted ? 'cancelled' : 'failed';
    default:
      return 'cancelled';
  }
}

function resultOf(end: TurnEnd, signal: AbortSignal): TurnResult {
  switch (end.outcome) {
    case 'completed':
      return end.result;
    case 'refused':
      throw end.failure;
    case 'failed':
      throw end.failure instanceof PortDefect ? end.failure.cause : end.failure;
    case 'cancelled':
      throw signal.reason;
    case 'settled':
      throw new TypeError('The turn has ended as if it were over.');
  }
}
