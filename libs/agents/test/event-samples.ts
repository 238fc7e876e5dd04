import type { AgentsEvent } from '../src/adapters/event-types.js';

const creator = { orgId: 'demo', userId: 'ada' };
const version = { versionId: 'v', version: 3, creator, createdAtMs: 1_700_000_000_123 };
const body = { address: 'ab'.repeat(32), sizeBytes: 70_000, inlineJson: null };
const setOf = (versionSet: Extract<AgentsEvent, { type: 'VersionSetPut' }>['data']['versionSet']) => ({
  type: 'VersionSetPut' as const,
  data: { serviceId: 's', name: 'release', versionSet, updatedBy: creator, updatedAtMs: 1 },
});

const tool = { kind: 'tool', definitionId: 'd' };
const content = {
  name: 'lookup',
  body: { ...body, inlineJson: '{}' },
  summary: { enabled: true },
};

/** Every type of event, with and without its optional fields. */
export const eventSamples: readonly AgentsEvent[] = [
  { type: 'DefinitionCreated', data: { ...tool, ...content, parentId: null, creator, createdAtMs: 1 } },
  { type: 'DefinitionCreated', data: { ...tool, ...content, parentId: 'p', body, creator, createdAtMs: 1 } },
  { type: 'DefinitionUpdated', data: { ...tool, ...content, updatedBy: creator, updatedAtMs: 2 } },
  {
    type: 'DefinitionVersionCreated',
    data: { ...tool, ...version, label: '1.0.0', body, summary: { state_count: 3 } },
  },
  {
    type: 'DefinitionVersionCreated',
    data: { ...tool, ...version, label: null, body: content.body, summary: {} },
  },
  {
    type: 'DefinitionVersionsRetired',
    data: { ...tool, versions: [1, 3], retiredBy: creator, retiredAtMs: 4 },
  },
  { type: 'DefinitionRetired', data: { ...tool, retiredBy: creator, retiredAtMs: 5 } },
  { type: 'AgentCreated', data: { agentId: 'a', name: 'Mara', creator, createdAtMs: 1 } },
  { type: 'AgentVersionCreated', data: { agentId: 'a', body, ...version } },
  {
    type: 'AgentVersionCreated',
    data: { agentId: 'a', body: { ...body, inlineJson: '{}' }, ...version },
  },
  { type: 'ContextGraphCreated', data: { contextGraphId: 'g', name: 'Talk', creator, createdAtMs: 1 } },
  { type: 'ContextGraphVersionCreated', data: { contextGraphId: 'g', body, ...version } },
  {
    type: 'ContextGraphVersionCreated',
    data: { contextGraphId: 'g', body: { ...body, inlineJson: '{}' }, ...version },
  },
  {
    type: 'ServiceCreated',
    data: {
      serviceId: 's',
      name: 'Desk',
      description: 'Books',
      isActive: false,
      agentId: 'a',
      contextGraphId: 'g',
      tags: [
        { key: 'a', value: null },
        { key: 'b', value: '1' },
      ],
      keyterms: [],
      creator,
      createdAtMs: 1,
    },
  },
  setOf({ agentVersionNumber: null, contextGraphVersionNumber: null, llmModelPreferences: [] }),
  setOf({
    agentVersionNumber: 1,
    contextGraphVersionNumber: 2,
    llmModelPreferences: [
      { interactionName: 'engage', llmName: 'm', params: { temperature: 0, stop: ['x'] } },
    ],
  }),
];
