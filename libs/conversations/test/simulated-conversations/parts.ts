import type { RecordedCall } from '@svc/engine';
import { conversationDecider } from '../../src/domain/conversation-decider.js';
import { evolve } from '../../src/domain/conversation.js';
import { callsOf } from '../../src/replay/recorded-turns.js';
import { turnInput } from '../../src/turn/turn-input.js';

/** What the simulation holds turns together with: the product's own, where no fault is planted. */
export interface Parts {
  readonly decide: typeof conversationDecider.decide;
  readonly evolve: typeof evolve;
  readonly turnInput: typeof turnInput;
  /** Calls on their way from the engine to the log. */
  readonly calls: (calls: readonly RecordedCall[]) => readonly RecordedCall[];
  /** And back, for whoever takes the turn again. */
  readonly callsOf: typeof callsOf;
}

export const product: Parts = {
  decide: (state, command) => conversationDecider.decide(state, command),
  evolve,
  turnInput,
  calls: (calls) => calls,
  callsOf,
};
