import { requireWorkspacePermission, type WorkspaceCaller, type WorkspacePermission } from '@svc/auth';
import { conversationNotFound } from '../domain/conversation-decider.js';
import type { ConversationDirection } from '../domain/workspace-conversation.js';

/** Whoever may run simulations needs no other permission on one. @throws DomainError `permission_denied` */
export function requireOn(
  caller: Pick<WorkspaceCaller, 'permissions'>,
  permission: WorkspacePermission,
  direction: ConversationDirection,
): void {
  requireWorkspacePermission(caller, direction === 'simulated' ? 'Simulation.run' : permission);
}

/** Before the conversation is known: without either permission nobody learns whether it exists. */
export function requireEither(
  caller: Pick<WorkspaceCaller, 'permissions'>,
  permission: WorkspacePermission,
): void {
  if (!caller.permissions.has('Simulation.run')) requireWorkspacePermission(caller, permission);
}

/** A part of a conversation that only those of workspaces have. @throws DomainError `not_found` */
export function ofWorkspace<Part>(part: Part | null): Part {
  if (part === null) throw conversationNotFound();
  return part;
}
