import type { StartedConversation } from '../domain/conversation.js';
import type { Definition } from '../application/ports.js';
import type { BegunTurn } from './begun-turn.js';
import type { TurnEvent } from './turn-event.js';

/** A turn that may take place. Nothing is written yet. */
export interface Admission {
  /** Whose words it seals and opens. */
  readonly subject: string;
  readonly definition: Definition;
  /** Whether the caller may see what goes on inside. */
  readonly showsActions: boolean;
  /** The first commit: InteractionStarted and the lease. */
  begin(): Promise<BegunTurn>;
  /** What the client hears before the agent does anything. */
  announce(begun: StartedConversation): readonly TurnEvent[];
}
