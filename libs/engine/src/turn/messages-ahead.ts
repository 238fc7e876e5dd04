import type { ActionState } from '../graph/context-graph.js';
import { wordsAhead } from '../model/words-ahead.js';
import { MessageAhead } from './message-ahead.js';
import type { TurnWalk } from './turn-walk.js';

/**
 * Of which states a turn words the message while they are still judged: of those that it has just entered, where most turns
 * stay, and which say one thing only. Of others it is not known what is to be said, or they are left more often than not.
 */
export class MessagesAhead {
  #begun = 0;

  constructor(readonly walk: TurnWalk) {}

  /** Asked once for each action state whose exits are judged. */
  of(state: ActionState): MessageAhead | null {
    const { transitions, request } = this.walk;
    const { maxMessagesAhead = 0 } = request.limits;
    const [action, ...others] = state.actions;
    if (transitions.length === 0 || action === undefined || others.length > 0) return null;
    if (this.#begun >= maxMessagesAhead || !wordsAhead(this.walk.modelFor('navigate'))) return null;
    this.#begun += 1;
    return new MessageAhead(this.walk, { state, action });
  }
}
