import type { StartedConversation } from '../domain/conversation.js';
import type { Definition } from '../ports/ports.js';
import type { BegunTurn } from './begun-turn.js';
import type { TurnEvent } from './turn-event.js';

/** An admitted turn. Nothing is written yet. */
export interface Admission {
  /** The subject whose words it seals and opens. */
  readonly subject: string;
  readonly definition: Definition;
  /** Whether the caller is the user, and nobody who speaks for them. */
  readonly isUserSpeaking: boolean;
  /** Whether the caller may see the agent's inner actions. */
  readonly showsActions: boolean;
  /** Whether the caller asks for calls of tools; undefined: no. */
  readonly showsToolCalls?: boolean;
  /** Whether nothing is said before the message; undefined: something may be. */
  readonly suppressesFillers?: boolean;
  /**
   * In a workspace, asked when the turn is stored: how long whoever waits for its answer has to hear it, in ms; 0: nobody waits.
   * Undefined: the answer is not kept to be collected.
   */
  readonly answerHeldMs?: () => number;
  /** The first commit: InteractionStarted and the lease. */
  begin(): Promise<BegunTurn>;
  /** The events that the client gets before the agent does anything. */
  announce(begun: StartedConversation): readonly TurnEvent[];
}
