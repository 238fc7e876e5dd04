import {
  ActivityCounted,
  AuditExported,
  ChangeAudited,
  ConversationCounted,
  ConversationEndCounted,
  ConversationUncounted,
  DefinitionGone,
  DefinitionKnown,
  EntitiesRead,
  TestCredentialsKnown,
} from '@svc/contracts/world';
import { storedEvent, type EventType } from '@svc/event-store';
import type { ConversationActivityEvent } from '../domain/activity/conversation-activity.js';
import type { TestCredentialsEvent } from '../domain/activity/test-credentials.js';
import type { AuditExportEvent } from '../domain/audit/audit-export.js';
import type { EntityReadsEvent } from '../domain/audit/entity-reads.js';
import type { AuditedResourceEvent } from '../domain/audit/audited-resource.js';
import type { KnownDefinitionEvent } from '../domain/known-definition/known-definition.js';

/** Of what is counted of other contexts, and of the audit trail. */
export type AnalyticsEvent =
  | ConversationActivityEvent
  | KnownDefinitionEvent
  | TestCredentialsEvent
  | AuditedResourceEvent
  | AuditExportEvent
  | EntityReadsEvent;

type DataOf<Type extends AnalyticsEvent['type']> = Extract<AnalyticsEvent, { readonly type: Type }>['data'];

const isPrivate = { visibility: 'private' } as const;

/** How they are stored (proto/svc/world/v1/events.proto). */
export const analyticsEventTypes: {
  readonly [Type in AnalyticsEvent['type']]: EventType<DataOf<Type>>;
} = {
  ConversationCounted: storedEvent({ codec: ConversationCounted, ...isPrivate }),
  ActivityCounted: storedEvent({ codec: ActivityCounted, ...isPrivate }),
  ConversationEndCounted: storedEvent({ codec: ConversationEndCounted, ...isPrivate }),
  ConversationUncounted: storedEvent({ codec: ConversationUncounted, ...isPrivate }),
  DefinitionKnown: storedEvent({ codec: DefinitionKnown, ...isPrivate }),
  DefinitionGone: storedEvent({ codec: DefinitionGone, ...isPrivate }),
  TestCredentialsKnown: storedEvent({ codec: TestCredentialsKnown, ...isPrivate }),
  ChangeAudited: storedEvent({ codec: ChangeAudited, ...isPrivate }),
  AuditExported: storedEvent({ codec: AuditExported, ...isPrivate }),
  EntitiesRead: storedEvent({ codec: EntitiesRead, ...isPrivate }),
};
