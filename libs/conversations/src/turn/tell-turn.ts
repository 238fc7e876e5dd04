import type { TurnResult, TurnSignal } from '@svc/engine';
import type { ToldTools } from './told-tools.js';
import type { TurnEvent } from './turn-event.js';

interface TellingOptions {
  readonly messageId: string;
  readonly showsActions: boolean;
  /** Null: calls of tools are not told. */
  readonly told: ToldTools | null;
}

/** The engine's signals in the words of the API. */
export async function* tellTurn(
  turn: AsyncGenerator<TurnSignal, TurnResult, void>,
  { messageId, showsActions, told }: TellingOptions,
  onFirstPiece: () => void,
): AsyncGenerator<TurnEvent, TurnResult, void> {
  try {
    for (;;) {
      const next = turn.next();
      if (told) yield* told.until(next);
      const step = await next;
      if (step.done) return step.value;
      const event = toTurnEvent(step.value, messageId);
      if (event?.type === 'new-message' && event.sequenceNumber === 0) onFirstPiece();
      if (event && (showsActions || event.type !== 'current-agent-action')) yield event;
    }
  } finally {
    await turn.return(undefined as never);
  }
}

function toTurnEvent(signal: TurnSignal, messageId: string): TurnEvent | undefined {
  switch (signal.type) {
    case 'current-agent-action':
    case 'filler':
      return signal;
    case 'message-piece':
      return {
        type: 'new-message',
        messageId,
        text: signal.text,
        sequenceNumber: signal.index,
        isLast: signal.isFinal,
      };
    // They become events of the log, from the engine's result.
    case 'state-transitioned':
    case 'inner-thought':
      return undefined;
  }
}
