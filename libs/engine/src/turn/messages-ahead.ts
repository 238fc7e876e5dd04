import type { ActionState } from '../graph/context-graph.js';
import { wordsAhead } from '../model/words-ahead.js';
import { MessageAhead } from './message-ahead.js';
import type { Turn } from './turn.js';

/**
 * Decides for which states a turn words the message during their judgement: for those just entered with a single action, where
 * most turns stay. Other states have several possible messages, or are usually left.
 */
export class MessagesAhead {
  #begun = 0;

  constructor(readonly turn: Turn) {}

  /** Called once for each action state with judged exits. */
  of(state: ActionState): MessageAhead | null {
    const { path, request, calls } = this.turn;
    const { maxMessagesAhead } = request.limits;
    const [action, ...others] = state.actions;
    if (!path.hasMoved || action === undefined || others.length > 0) return null;
    if (this.#begun >= maxMessagesAhead || !wordsAhead(calls.modelFor('navigate'))) return null;
    this.#begun += 1;
    return new MessageAhead(this.turn, { state, action: action.description });
  }
}
