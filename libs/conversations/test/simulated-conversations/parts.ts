import type { TurnRecord } from '@svc/engine';
import { conversationDecider } from '../../src/domain/conversation-decider.js';
import { evolve } from '../../src/domain/conversation.js';
import { recordOf } from '../../src/replay/recorded-turns.js';
import { turnContext, turnInput } from '../../src/turn/turn-input.js';

/** The parts that the simulation connects turns with: the product's own, if no fault is planted. */
export interface Parts {
  readonly decide: typeof conversationDecider.decide;
  readonly evolve: typeof evolve;
  readonly turnInput: typeof turnInput;
  readonly turnContext: typeof turnContext;
  /** Calls and facts on their way from the engine to the log. */
  readonly record: (record: TurnRecord) => TurnRecord;
  /** And back, for a replay of the turn. */
  readonly recordOf: typeof recordOf;
}

export const product: Parts = {
  decide: (state, command) => conversationDecider.decide(state, command),
  evolve,
  turnInput,
  turnContext,
  record: (record) => record,
  recordOf,
};
