import { runTurn, type ModelPort, type TurnInput, type TurnResult, type TurnSignal } from '@svc/engine';
import type { IdGenerator } from '@svc/kernel';
import type { Logger } from '@svc/telemetry';
import type { TakenTurn } from '../domain/conversation-command.js';
import type { LeaseKeeper } from './lease-keeper.js';
import { linkedSignal } from './linked-signal.js';
import type { TurnPass } from './running-turns.js';
import {
  completeInteraction,
  voidInteraction,
  type OwnInteraction,
  type SettlePorts,
} from './settle-interaction.js';
import type { TurnEvent } from './turn-event.js';

export interface RunPorts extends SettlePorts {
  readonly leases: LeaseKeeper;
  readonly model: ModelPort;
  readonly ids: IdGenerator;
  readonly logger: Logger;
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
  const { leases, ids, logger } = ports;
  const held = leases.hold(begun.lease);
  const { signal, unlink } = linkedSignal([caller, held.lost, cutOff]);
  const { interactionId } = begun.lease;
  const messageId = ids.objectId();
  let isSettled = false;
  let isFailed = false;
  try {
    yield* begun.announcements;
    const result = yield* tellTurn(runTurn(begun.input, ports, signal), messageId, begun.showsActions);
    signal.throwIfAborted();
    const turn: TakenTurn = {
      interactionId,
      result,
      agentName: begun.input.agent.identity.name,
      messageId,
      innerThoughtIds: result.innerThoughts.map(() => ids.objectId()),
    };
    await completeInteraction(ports, begun, turn);
    isSettled = true;
    yield {
      type: 'interaction-complete',
      messageId,
      interactionId,
      fullMessage: result.message,
      conversationCompleted: result.conversationCompleted,
    };
  } catch (failure) {
    isFailed = !caller.aborted;
    throw signal.aborted ? (signal.reason as Error) : failure;
  } finally {
    unlink();
    held.letGo();
    if (!isSettled) {
      await voidInteraction(ports, begun, isFailed ? 'failed' : 'cancelled').catch((error: unknown) => {
        // Its lease runs out, and then whoever finds it voids the turn.
        logger.error('a turn could not be voided', { interaction_id: interactionId, error });
      });
    }
  }
}

/** The engine's signals in the words of the wire. */
async function* tellTurn(
  turn: AsyncGenerator<TurnSignal, TurnResult, void>,
  messageId: string,
  showsActions: boolean,
): AsyncGenerator<TurnEvent, TurnResult, void> {
  try {
    for (;;) {
      const step = await turn.next();
      if (step.done) return step.value;
      const event = toTurnEvent(step.value, messageId);
      if (event && (showsActions || event.type !== 'current-agent-action')) yield event;
    }
  } finally {
    await turn.return(undefined as never);
  }
}

function toTurnEvent(signal: TurnSignal, messageId: string): TurnEvent | undefined {
  switch (signal.type) {
    case 'current-agent-action':
      return signal;
    case 'message-piece':
      return {
        type: 'new-message',
        messageId,
        text: signal.text,
        sequenceNumber: signal.index,
        isLast: signal.isFinal,
      };
    // They become events of the log, which the engine's result holds again.
    case 'state-transitioned':
    case 'inner-thought':
      return undefined;
  }
}
