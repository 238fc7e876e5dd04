import { agentDecider, type AgentCommand, type AgentEvent } from './agent.js';
import type { AgentDefinition, AgentDefinitionChanges } from './agent-definition.js';
import { agentDefinitionLimitBytes } from './agent-definition-rules.js';

const by = { orgId: 'demo', userId: 'admin' };
const atMs = 1_700_000_000_000;

const definition: AgentDefinition = {
  initials: 'MV',
  identity: {
    name: 'Mara',
    role: 'receptionist',
    developedBy: 'the clinic',
    defaultSpokenLanguage: 'eng',
    relationshipToDeveloper: {
      ownership: 'owned',
      type: 'employee',
      conversationVisibility: 'full',
      thoughtVisibility: 'none',
    },
  },
  background: 'Works at the front desk.',
  behaviors: ['Listens first'],
  communicationPatterns: ['Short sentences'],
  voiceConfig: null,
};
const nothing: AgentDefinitionChanges = {
  initials: null,
  identity: null,
  background: null,
  behaviors: null,
  communicationPatterns: null,
  voiceConfig: null,
};

const created: AgentEvent = {
  type: 'AgentCreated',
  data: { agentId: 'a1', name: 'Mara', creator: by, createdAtMs: 1 },
};
const versionCreated = (version: number, changes: Partial<AgentDefinition> = {}): AgentEvent => ({
  type: 'AgentVersionCreated',
  data: {
    agentId: 'a1',
    versionId: `v${version}`,
    version,
    definition: { ...definition, ...changes },
    creator: by,
    createdAtMs: 1,
  },
});
const createVersion = (
  changes: Partial<AgentDefinitionChanges>,
  expectedVersion: number | null = null,
): AgentCommand => ({
  type: 'CreateAgentVersion',
  versionId: 'new',
  expectedVersion,
  changes: { ...nothing, ...changes },
  by,
});

/** Given these events, when this command comes: what happens, or what is thrown. */
function decide(given: readonly AgentEvent[], when: AgentCommand): readonly AgentEvent[] {
  return agentDecider.decide(given.reduce(agentDecider.evolve, agentDecider.initialState), { ...when, atMs });
}

describe('creating an agent', () => {
  it('then it exists, without a version', () => {
    expect(decide([], { type: 'CreateAgent', agentId: 'a1', name: 'Mara', by })).toEqual([
      { type: 'AgentCreated', data: { agentId: 'a1', name: 'Mara', creator: by, createdAtMs: atMs } },
    ]);
  });

  it.each(['', '   ', 'x'.repeat(257), 'a\u0000b'])('then the name %j is refused', (name) => {
    expect(() => decide([], { type: 'CreateAgent', agentId: 'a1', name, by })).toThrow(
      expect.objectContaining({
        code: 'validation_failed',
        fields: [expect.objectContaining({ loc: ['body', 'agent_name'] })],
      }),
    );
  });

  it('then 256 characters are enough room, counted as code points', () => {
    expect(decide([], { type: 'CreateAgent', agentId: 'a1', name: '🙂'.repeat(256), by })).toHaveLength(1);
  });
});

describe('creating an agent version', () => {
  it('given no agent, then it is not found', () => {
    expect(() => decide([], createVersion(definition))).toThrow(
      expect.objectContaining({ code: 'not_found' }),
    );
  });

  it('given an agent without a version, when everything is given, then it is version 1', () => {
    expect(decide([created], createVersion(definition))).toEqual([
      {
        type: 'AgentVersionCreated',
        data: { agentId: 'a1', versionId: 'new', version: 1, definition, creator: by, createdAtMs: atMs },
      },
    ]);
  });

  it('given an agent without a version, when keys are missing, then they are named', () => {
    expect(() => decide([created], createVersion({ initials: 'MV', behaviors: [] }))).toThrow(
      expect.objectContaining({
        code: 'invalid_request',
        message: expect.stringContaining('Missing: identity, background, communication_patterns.'),
      }),
    );
  });

  it('given a version, when one key is given, then the others carry over', () => {
    const voiceConfig = { voiceId: 'warm' };
    expect(
      decide([created, versionCreated(1, { voiceConfig })], createVersion({ background: 'New.' })),
    ).toEqual([
      {
        type: 'AgentVersionCreated',
        data: expect.objectContaining({
          version: 2,
          definition: { ...definition, voiceConfig, background: 'New.' },
        }),
      },
    ]);
  });

  it('given three versions, then a later one carries over from the latest', () => {
    const given = [
      created,
      versionCreated(1),
      versionCreated(2, { initials: 'B' }),
      versionCreated(3, { initials: 'C' }),
    ];
    expect(decide(given, createVersion({ behaviors: [] }))).toEqual([
      {
        type: 'AgentVersionCreated',
        data: expect.objectContaining({
          version: 4,
          definition: { ...definition, initials: 'C', behaviors: [] },
        }),
      },
    ]);
  });

  it.each([1, 3])('given version 1, when number %d is expected, then it is a conflict', (expected) => {
    expect(() => decide([created, versionCreated(1)], createVersion({}, expected))).toThrow(
      expect.objectContaining({ code: 'conflict', message: `The next version is 2, not ${expected}.` }),
    );
  });

  it('given version 1, when number 2 is expected, then it is created', () => {
    expect(decide([created, versionCreated(1)], createVersion({}, 2))).toHaveLength(1);
  });

  it.each<[field: string, changes: Partial<AgentDefinition>]>([
    ['body.initials', { initials: 'MARA' }],
    ['body.identity.name', { identity: { ...definition.identity, name: ' ' } }],
    [
      'body.identity.default_spoken_language',
      { identity: { ...definition.identity, defaultSpokenLanguage: 'en' } },
    ],
    ['body.background', { background: '' }],
    ['body.identity.role', { identity: { ...definition.identity, role: 'x'.repeat(4_001) } }],
    ['body.behaviors', { behaviors: Array.from({ length: 101 }, () => 'Listens') }],
    ['body.behaviors.1', { behaviors: ['fine', ''] }],
    ['body.behaviors.1', { behaviors: ['fine', 'x'.repeat(4_001)] }],
    [
      'body.communication_patterns',
      { communicationPatterns: Array.from({ length: 101 }, () => 'Short sentences') },
    ],
    ['body.communication_patterns.0', { communicationPatterns: ['\ud800'] }],
    ['body.voice_config.voice_id', { voiceConfig: { voiceId: '' } }],
    ['body.voice_config.voice_id', { voiceConfig: { voiceId: 'x'.repeat(257) } }],
  ])('when %s breaks its bounds, then it is refused', (field, changes) => {
    expect(() => decide([created, versionCreated(1)], createVersion(changes))).toThrow(
      expect.objectContaining({
        code: 'validation_failed',
        fields: [
          expect.objectContaining({
            loc: field.split('.').map((part) => (/^\d+$/.test(part) ? Number(part) : part)),
          }),
        ],
      }),
    );
  });

  it('when the version would not fit into an event, then it is refused', () => {
    const background = 'x'.repeat(agentDefinitionLimitBytes);
    expect(() => decide([created, versionCreated(1)], createVersion({ background }))).toThrow(
      expect.objectContaining({ code: 'validation_failed', message: expect.stringContaining('bytes') }),
    );
  });
});
