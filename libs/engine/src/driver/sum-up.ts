import type { TurnContext } from '../input/turn-request.js';
import type { TurnEnded } from '../protocol/turn-fact.js';
import { Driver, type TurnPorts } from './driver.js';

/**
 * Does what is left to do behind a turn: summarizes what the next prompts will not show, and commits that. It runs between two
 * turns, or next to one that does without it.
 * @param context what the turn handed on
 * @param interactionId of the turn: the call is named after it
 * @param signal cancels the call, which is no failure of the model; its cost is still committed
 */
export async function sumUp(
  context: TurnContext,
  interactionId: string,
  ports: TurnPorts,
  signal: AbortSignal,
): Promise<void> {
  const ended: TurnEnded = { type: 'turn-ended', interactionId };
  const driver = new Driver(context, ports, signal);
  for await (const _signal of driver.run(ended));
  // What a cancelled port throws is the reason of that.
  if (driver.defect !== null && !signal.aborted) throw driver.defect.cause;
}
