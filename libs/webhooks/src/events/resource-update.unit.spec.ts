import { describe, expect, it } from '@jest/globals';
import type { ReceivedEvent } from '@svc/event-bus';
import type { TenantId } from '@svc/kernel';
import { resourceUpdated, type DefinitionEvent } from './resource-update.js';

const by = { orgId: 'demo', userId: 'u' };
const content = { name: 'n', body: undefined, summaryJson: '{}' };

/** Each change of a definition of a kind, at the time 1. */
function changesOf(kind: string) {
  const of = { kind, definitionId: 'd' };
  const version = { ...of, versionId: 'v', version: 3, body: undefined, summaryJson: '{}' };
  return {
    DefinitionCreated: { ...of, ...content, parentId: undefined, creator: by, createdAtMs: 1 },
    DefinitionUpdated: { ...of, ...content, updatedBy: by, updatedAtMs: 1 },
    DefinitionVersionCreated: { ...version, label: undefined, creator: by, createdAtMs: 1 },
    DefinitionVersionsRetired: { ...of, versions: [1], retiredBy: by, retiredAtMs: 1 },
    DefinitionRetired: { ...of, retiredBy: by, retiredAtMs: 1 },
  } as const;
}

function updateOf(tenantId: TenantId, type: string, data: unknown) {
  return resourceUpdated({
    ...{ type, tenantId, data: data as DefinitionEvent, personal: 'none', subject: null, source: 'agents' },
    ...{ streamId: `${tenantId}/x/d`, streamVersion: 1, eventId: 'e', occurredAtMs: 0 },
    metadata: { actor: 'user:u', correlationId: 'c', causationId: 'c' },
  } satisfies ReceivedEvent<DefinitionEvent>);
}

describe('a change of a definition', () => {
  it.each([
    ['DefinitionCreated', 'created', null],
    ['DefinitionUpdated', 'updated', null],
    ['DefinitionVersionCreated', 'version-created', 3],
    ['DefinitionVersionsRetired', 'updated', null],
    ['DefinitionRetired', 'deprecated', null],
  ] as const)('%s in an organization is told as %s', (type, updateType, version) => {
    expect(updateOf('org:demo', type, changesOf('agent')[type])).toMatchObject({
      tenantId: 'org:demo',
      type: 'agent-framework-resource-updated',
      eventId: 'e',
      orderKey: 'org:demo/x/d',
      fields: {
        ...{ resource_type: 'agent', resource_id: 'd', update_type: updateType, version },
        ...{ updated_by: { org_id: 'demo', user_id: 'u' }, updated_at: '1970-01-01T00:00:00.001Z' },
      },
    });
  });

  it('in a workspace names a deleted one as deleted', () => {
    const { fields } = updateOf('ws:w', 'DefinitionRetired', changesOf('skill').DefinitionRetired);
    expect(fields).toMatchObject({ resource_type: 'skill', update_type: 'deleted' });
  });

  it('gives the label of a version where the kind has labels', () => {
    const labelled = { ...changesOf('tool').DefinitionVersionCreated, label: '1.2.0' };
    expect(updateOf('org:demo', 'DefinitionVersionCreated', labelled).fields).toMatchObject({
      version: '1.2.0',
    });
  });

  it.each([
    ['org:demo', 'agent', 'agent'],
    ['org:demo', 'context_graph', 'service_hierarchical_state_machine'],
    ['org:demo', 'service', 'service'],
    ['org:demo', 'tool', 'tool'],
    ['ws:w', 'agent', 'agent'],
    ['ws:w', 'context_graph', 'context_graph'],
    ['ws:w', 'service', 'service'],
    ['ws:w', 'skill', 'skill'],
    ['ws:w', 'integration', 'integration'],
    ['ws:w', 'endpoint', 'endpoint'],
  ] as const)('of %s and kind %s has the type %s', (tenantId, kind, resourceType) => {
    const { fields } = updateOf(tenantId, 'DefinitionCreated', changesOf(kind).DefinitionCreated);
    expect(fields).toMatchObject({ resource_type: resourceType, update_type: 'created' });
  });

  it('holds nothing of the content', () => {
    const named = { ...changesOf('skill').DefinitionUpdated, name: 'secret-name', summaryJson: '{"x":"y"}' };
    expect(JSON.stringify(updateOf('ws:w', 'DefinitionUpdated', named))).not.toMatch(/secret-name|"y"/);
  });
});
