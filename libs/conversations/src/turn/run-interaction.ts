import { runTurn, type ModelPort, type TurnInput } from '@svc/engine';
import type { IdGenerator } from '@svc/kernel';
import type { Logger } from '@svc/telemetry';
import type { TakenTurn } from '../domain/conversation-command.js';
import type { LeaseKeeper } from '../lease/lease-keeper.js';
import { linkedSignal } from './linked-signal.js';
import type { TurnPass } from './running-turns.js';
import {
  completeInteraction,
  voidInteraction,
  type OwnInteraction,
  type SettlePorts,
} from './settle-interaction.js';
import { tellTurn } from './tell-turn.js';
import type { TurnEvent } from './turn-event.js';
import type { TurnMetrics, TurnOutcome } from './turn-metrics.js';

export interface RunPorts extends SettlePorts {
  readonly leases: LeaseKeeper;
  readonly model: ModelPort;
  readonly ids: IdGenerator;
  readonly logger: Logger;
  readonly turnMetrics: TurnMetrics;
}

/** A turn whose InteractionStarted is committed, and what is needed to run it to its end. */
export interface BegunInteraction extends OwnInteraction {
  readonly input: TurnInput;
  /** What the client hears before the agent does anything. */
  readonly announcements: readonly TurnEvent[];
  /** Whether the caller may see what goes on inside. */
  readonly showsActions: boolean;
}

/**
 * Runs a begun turn. It ends in one of two ways: committed, and only then told to the client; or void, whatever the
 * reason: the model failed, the client went away (`caller` aborts, or the iteration is ended), the lease was lost, the
 * instance stops.
 */
export async function* runInteraction(
  ports: RunPorts,
  begun: BegunInteraction,
  caller: AbortSignal,
  { cutOff }: TurnPass,
): AsyncGenerator<TurnEvent, void, void> {
  const { leases, ids, logger, turnMetrics } = ports;
  const measured = turnMetrics.begin();
  const held = leases.hold(begun.lease);
  const { signal, unlink } = linkedSignal([caller, held.lost, cutOff]);
  const { interactionId } = begun.lease;
  const messageId = ids.objectId();
  let outcome: TurnOutcome = 'cancelled';
  try {
    yield* begun.announcements;
    const engineTurn = runTurn(begun.input, ports, signal);
    const result = yield* tellTurn(engineTurn, messageId, begun.showsActions, () => measured.spoke());
    signal.throwIfAborted();
    const turn: TakenTurn = {
      interactionId,
      result,
      agentName: begun.input.agent.identity.name,
      messageId,
      innerThoughtIds: result.innerThoughts.map(() => ids.objectId()),
    };
    await completeInteraction(ports, begun, turn);
    outcome = 'completed';
    yield {
      type: 'interaction-complete',
      messageId,
      interactionId,
      fullMessage: result.message,
      conversationCompleted: result.conversationCompleted,
    };
  } catch (failure) {
    if (!caller.aborted) outcome = 'failed';
    throw signal.aborted ? (signal.reason as Error) : failure;
  } finally {
    unlink();
    held.letGo();
    measured.ended(outcome);
    if (outcome !== 'completed') {
      await voidInteraction(ports, begun, outcome).catch((error: unknown) => {
        // Its lease runs out, and then whoever finds it voids the turn.
        logger.error('a turn could not be voided', { interaction_id: interactionId, error });
      });
    }
  }
}
