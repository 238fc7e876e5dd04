import type { Caller } from '@svc/auth';
import { existing } from '../domain/conversation-decider.js';
import type { ConversationSubject } from './access.js';
import type { ConversationsContext } from './context.js';
import type { LoadedConversation } from '../log/conversation-log.js';
import type { UserProfile } from './ports.js';
import { profileOrNull } from './profile-or-null.js';

export interface OwnedConversation {
  readonly loaded: LoadedConversation;
  /** Whether `loaded` may be out of date: then it is a base to append on, and nothing may be refused because of it. */
  readonly isRecalled: boolean;
  /** Null when they are gone. */
  readonly owner: UserProfile | null;
  /** The conversation as grants see it. */
  readonly subject: ConversationSubject;
}

/**
 * A conversation and the user it belongs to. Nearly always that is the caller, so both are asked for at once.
 * @throws DomainError `not_found` (the conversation)
 */
export async function loadWithOwner(
  { log, users }: ConversationsContext,
  { tenantId, userId }: Caller,
  conversationId: string,
): Promise<OwnedConversation> {
  const recalled = log.recall(tenantId, conversationId);
  const [loaded, callerProfile] = await Promise.all([
    recalled ?? log.load(tenantId, conversationId),
    // A failure counts only when it is about the owner, who is asked for again.
    users.profile(tenantId, userId).catch(() => undefined),
  ]);
  const { identity } = existing(loaded.state);
  const isOwner = callerProfile?.userId === identity.userId;
  const owner = isOwner ? callerProfile : await profileOrNull(users, tenantId, identity.userId);
  return { loaded, isRecalled: recalled !== undefined, owner, subject: { tenantId, identity, owner } };
}
