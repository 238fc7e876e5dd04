import type { Caller } from '@svc/auth';
import { DomainError } from '@svc/errors';
import type { HeardInput, NewInteraction } from '../domain/conversation-command.js';
import { existing } from '../domain/conversation-decider.js';
import type { SaidMessage } from '../domain/message.js';
import { mayOnConversation, requireChange } from './access.js';
import { beginInteraction } from '../turn/begin-interaction.js';
import { metadataOf, type ConversationsContext, type RequestScope } from './context.js';
import { loadWithOwner } from './load-with-owner.js';
import { runInteraction } from '../turn/run-interaction.js';
import type { UserProfile } from './ports.js';
import type { TurnEvent } from '../turn/turn-event.js';
import { knownUser, turnInput } from '../turn/turn-input.js';

export interface ExternalEvent {
  readonly content: string;
  /** Milliseconds since the Unix epoch. */
  readonly timestampMs: number;
}

export type Said =
  | { readonly kind: 'skip' }
  | {
      readonly kind: 'user-message' | 'external-event';
      readonly text: string;
      readonly externalEvents: readonly ExternalEvent[];
    };

/** Takes one turn of a running conversation. Errors: see the RPC. */
export async function* interact(
  context: ConversationsContext,
  caller: Caller,
  conversationId: string,
  said: Said,
  scope: RequestScope,
): AsyncGenerator<TurnEvent, void, void> {
  const pass = context.turns.enter();
  try {
    const found = await loadWithOwner(context, caller, conversationId);
    const { loaded, owner, subject } = found;
    requireChange(caller, 'Conversation:InteractWithConversation', subject);
    if (owner === null) throw userGone();
    const definition = await context.definitions.get(caller.tenantId, existing(loaded.state).identity.pins);

    const interaction = newInteraction(context, said, owner);
    const begun = await beginInteraction(context, found, interaction, metadataOf(caller, scope));
    yield* runInteraction(
      context,
      {
        ...begun,
        input: turnInput(existing(begun.loaded.state), definition),
        announcements: announced(existing(begun.loaded.state).running?.messages.at(-1)),
        showsActions: mayOnConversation(caller.grants, 'Conversation:GetInteractionInsights', subject),
      },
      scope.signal,
      pass,
    );
  } finally {
    pass.leave();
  }
}

function newInteraction({ ids }: ConversationsContext, said: Said, owner: UserProfile): NewInteraction {
  const heard: HeardInput =
    said.kind === 'skip'
      ? said
      : {
          kind: said.kind,
          messageId: ids.objectId(),
          text: said.text,
          externalEvents: said.externalEvents.map((event) => ({ messageId: ids.objectId(), ...event })),
        };
  return { interactionId: ids.objectId(), heard, user: knownUser(owner) };
}

function userGone(): DomainError {
  return new DomainError('not_found', 'The user of this conversation is gone. It can only be finished.');
}

/** With `skip` nothing was said. */
function announced(message: SaidMessage | undefined): readonly TurnEvent[] {
  if (message === undefined) return [];
  return [{ type: 'user-message-available', messageId: message.messageId, text: message.text }];
}
