import { organizationTenant, userSubject, type StateShape, type TenantId } from '@svc/kernel';
import { descriptionShape, type ConversationDescription } from './conversation-description.js';
import { workspaceTermsShape, type WorkspaceTerms } from './workspace-conversation.js';

export interface ConversationKey {
  readonly tenantId: TenantId;
  readonly conversationId: string;
}

/** Which model one kind of model call uses. */
export interface PinnedModelPreference {
  readonly interactionName: string;
  readonly llmName: string;
  /** A JSON object as text. */
  readonly paramsJson: string;
}

/** The exact versions that a conversation runs on for its whole life. */
export interface ConversationPins {
  readonly versionSetName: string;
  readonly agentId: string;
  readonly agentVersionNumber: number;
  readonly contextGraphId: string;
  readonly contextGraphVersionNumber: number;
  readonly llmModelPreferences: readonly PinnedModelPreference[];
}

/** The user, in a workspace an entity, and the service. */
export interface Participants {
  readonly userId: string;
  readonly serviceId: string;
}

/** What a conversation has from its start. Only its tags can change later. */
export interface ConversationIdentity extends Participants, ConversationDescription {
  readonly conversationId: string;
  /** Home organization of a member; null for a user of the organization itself. */
  readonly homeOrgId: string | null;
  readonly pins: ConversationPins;
  /** The user has had a conversation with this service before. */
  readonly isReturningUser: boolean;
  readonly startedAtMs: number;
  /** Null in an organization. */
  readonly workspace: WorkspaceTerms | null;
}

/** Of what a snapshot keeps. */
export const identityShape: StateShape<ConversationIdentity> = {
  conversationId: 'string',
  userId: 'string',
  serviceId: 'string',
  homeOrgId: 'string?',
  pins: {
    versionSetName: 'string',
    agentId: 'string',
    agentVersionNumber: 'number',
    contextGraphId: 'string',
    contextGraphVersionNumber: 'number',
    llmModelPreferences: ['list', { interactionName: 'string', llmName: 'string', paramsJson: 'string' }],
  },
  ...descriptionShape,
  isReturningUser: 'boolean',
  startedAtMs: 'number',
  workspace: ['nullable', workspaceTermsShape],
};

/** Tenant of a conversation's record: the home organization of its user. */
export function subjectOf(
  tenantId: TenantId,
  { userId, homeOrgId }: Pick<ConversationIdentity, 'userId' | 'homeOrgId'>,
): string {
  return userSubject(homeOrgId === null ? tenantId : organizationTenant(homeOrgId), userId);
}

export function participantsOf({ userId, serviceId }: Participants): Participants {
  return { userId, serviceId };
}
