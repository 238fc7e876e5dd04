import type { AgentDefinition, AgentDefinitionChanges } from './agent-definition.js';
import { carryOver, checkAgentDefinitionChanges } from './agent-definition-rules.js';

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

describe('the definition of a new version', () => {
  it('given no earlier version, when all keys are given, then it has them', () => {
    expect(carryOver(null, definition)).toEqual(definition);
  });

  it('given no version before, when keys are missing, then the error names them', () => {
    expect(() => carryOver(null, { ...nothing, initials: 'MV', behaviors: [] })).toThrow(
      expect.objectContaining({
        code: 'invalid_request',
        message: expect.stringContaining('Missing: identity, background, communication_patterns.'),
      }),
    );
  });

  it('given a version before, when one key is given, then the others carry over', () => {
    const previous = { ...definition, voiceConfig: { voiceId: 'warm' } };
    expect(carryOver(previous, { ...nothing, background: 'New.' })).toEqual({
      ...previous,
      background: 'New.',
    });
    expect(carryOver(previous, { ...nothing, behaviors: [] })).toEqual({ ...previous, behaviors: [] });
  });
});

describe('the bounds of an agent version', () => {
  const check = (changes: Partial<AgentDefinitionChanges>) => () =>
    checkAgentDefinitionChanges({ ...nothing, ...changes });
  const listOf = (entries: number, characters: number) =>
    Array.from({ length: entries }, () => '🙂'.repeat(characters));

  it.each<[field: string, changes: Partial<AgentDefinition>]>([
    ['body.initials', { initials: 'MARA' }],
    ['body.identity.name', { identity: { ...definition.identity, name: ' ' } }],
    [
      'body.identity.default_spoken_language',
      { identity: { ...definition.identity, defaultSpokenLanguage: 'en' } },
    ],
    ['body.background', { background: '' }],
    ['body.identity.role', { identity: { ...definition.identity, role: 'x'.repeat(4_001) } }],
    ['body.behaviors', { behaviors: Array.from({ length: 201 }, () => 'Listens') }],
    ['body.background', { background: 'x'.repeat(60_001) }],
    ['body.behaviors', { behaviors: [...listOf(100, 4_000), 'x'] }],
    ['body.behaviors.1', { behaviors: ['fine', ''] }],
    ['body.behaviors.1', { behaviors: ['fine', 'x'.repeat(4_001)] }],
    [
      'body.communication_patterns',
      { communicationPatterns: Array.from({ length: 201 }, () => 'Short sentences') },
    ],
    ['body.communication_patterns.0', { communicationPatterns: ['\ud800'] }],
    ['body.voice_config.voice_id', { voiceConfig: { voiceId: '' } }],
    ['body.voice_config.voice_id', { voiceConfig: { voiceId: 'x'.repeat(257) } }],
  ])('when %s breaks its bounds, then it is refused', (field, changes) => {
    expect(check(changes)).toThrow(
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

  it.each<[what: string, changes: Partial<AgentDefinitionChanges>]>([
    ['60,000 characters of background', { background: '🙂'.repeat(60_000) }],
    ['200 behaviors of 2,000 characters', { behaviors: listOf(200, 2_000) }],
    ['100 communication patterns of 4,000 characters', { communicationPatterns: listOf(100, 4_000) }],
    ['initials of 3 characters', { initials: '🙂🙂🙂' }],
    ['nothing', {}],
  ])('allow %s, counted as code points', (_what, changes) => {
    expect(check(changes)).not.toThrow();
  });

  it('given far too many entries, then the error names only their number', () => {
    expect(check({ behaviors: Array.from({ length: 100_000 }, () => '') })).toThrow(
      expect.objectContaining({ fields: [expect.objectContaining({ loc: ['body', 'behaviors'] })] }),
    );
  });
});
