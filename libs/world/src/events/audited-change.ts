import type { ReceivedEvent } from '@svc/event-bus';
import type { AuditChange } from '../domain/audit/audited-resource.js';

/** What an event's type says has been done to the resource of its stream. */
const actions = new Map([
  ['DefinitionCreated', 'created'],
  ['DefinitionUpdated', 'updated'],
  ['DefinitionVersionCreated', 'version_created'],
  ['DefinitionVersionsRetired', 'versions_retired'],
  ['DefinitionRetired', 'deleted'],
  ['WorkspaceCreated', 'created'],
  ['WorkspaceChanged', 'updated'],
  ['WorkspaceOwnerChanged', 'owner_changed'],
  ['WorkspaceArchived', 'archived'],
  ['TestCredentialIdsSet', 'test_credentials_set'],
  ['WorkspaceApiKeyCreated', 'created'],
  ['WorkspaceApiKeyRotated', 'rotated'],
  ['WorkspaceApiKeyDeleted', 'deleted'],
  ['EnrichmentKeyCreated', 'created'],
  ['EnrichmentKeyChanged', 'updated'],
  ['EnrichmentKeyDeleted', 'deleted'],
  ['EntityCreated', 'created'],
  ['EntityChanged', 'updated'],
  ['EntityMerged', 'merged'],
  ['EntityUnmerged', 'unmerged'],
  ['PersonErased', 'erased'],
  ['TableCreated', 'created'],
  ['TableAltered', 'altered'],
  ['TableDropped', 'deleted'],
]);

/** Where the category of the stream is not the word of the interface. */
const resourceTypes = new Map([
  ['workspace_api_key', 'api_key'],
  ['person', 'entity'],
]);

type ChangeEvent = Pick<
  ReceivedEvent,
  'streamId' | 'streamVersion' | 'eventId' | 'occurredAtMs' | 'metadata' | 'type'
>;

/** The id of the stream that audits a resource, and what is audited. */
export function auditedChange(event: ChangeEvent): { readonly id: string; readonly command: AuditChange } {
  const { streamId, streamVersion: sourceVersion, eventId: auditId, occurredAtMs, metadata, type } = event;
  const [, category = '', resourceId = ''] = streamId.split('/');
  const resourceType = resourceTypes.get(category) ?? category;
  const { actor, correlationId: requestId } = metadata;
  const change = {
    ...{ auditId, resourceType, resourceId, actor, requestId, sourceVersion },
    action: `${resourceType}.${actions.get(type) ?? 'changed'}`,
    changedAtMs: occurredAtMs,
  };
  // The versions of an erasure's stream say nothing of those of the entity's.
  const id = `${category === 'person' ? category : resourceType}.${resourceId}`;
  return { id, command: { type: 'AuditChange', change } };
}
