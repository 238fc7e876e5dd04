import {
  enrichmentKeyDecider,
  type EnrichmentKeyCommand,
  type EnrichmentKeyEvent,
} from './enrichment-key.js';

const created: EnrichmentKeyCommand & { type: 'CreateEnrichmentKey' } = {
  type: 'CreateEnrichmentKey',
  enrichmentKeyId: 'k1',
  entityType: 'person',
  key: 'preferred_language',
  valueType: 'enum',
  allowedValues: ['en', 'de'],
  sourceHint: null,
  description: 'The language that the person likes to speak.',
  minConfidence: 0.2,
  isPii: false,
  tags: ['memory_extract'],
};
const decide = (events: readonly EnrichmentKeyEvent[], command: EnrichmentKeyCommand) =>
  enrichmentKeyDecider.decide(events.reduce(enrichmentKeyDecider.evolve, enrichmentKeyDecider.initialState), {
    ...command,
    atMs: 5,
  });
const given = decide([], created);

describe('an enrichment key', () => {
  it('when it is created, then its event holds all of it', () => {
    const { type: _type, ...data } = created;
    expect(given).toEqual([{ type: 'EnrichmentKeyCreated', data: { ...data, createdAtMs: 5 } }]);
  });

  it.each([
    ['an unknown tag', { tags: ['other'] }],
    ['a confidence above 1', { minConfidence: 1.1 }],
    ['a confidence that is no number', { minConfidence: Number.NaN }],
    ['a key with a blank', { key: 'two words' }],
    ['a key that begins with a dash', { key: '-a' }],
    ['an entity type that is too long', { entityType: 'x'.repeat(65) }],
    ['a description that is too long', { description: 'x'.repeat(2_001) }],
    ['too many allowed values', { allowedValues: Array.from({ length: 1_001 }, (_, index) => index) }],
  ])('given %s, then it is refused with the field', (_what, change) => {
    expect(() => decide([], { ...created, ...change })).toThrow(
      expect.objectContaining({ code: 'validation_failed' }) as Error,
    );
  });

  it.each([
    ['an enum without values', { allowedValues: [] }],
    ['an enum whose values are not given', { allowedValues: null }],
    ['memory_extract on what is no person', { entityType: 'place' }],
    ['memory_extract without a description', { description: null }],
    ['memory_extract with a blank description', { description: '  ' }],
  ])('given %s, then it is a bad request', (_what, change) => {
    expect(() => decide([], { ...created, ...change })).toThrow(
      expect.objectContaining({ code: 'invalid_request' }) as Error,
    );
  });

  it('when some of it changes, then the rest stays', () => {
    const changed = decide(given, { type: 'ChangeEnrichmentKey', changes: { tags: [], description: null } });
    expect(changed).toMatchObject([
      { type: 'EnrichmentKeyChanged', data: { tags: [], description: null, minConfidence: 0.2 } },
    ]);
  });

  it('given the tag, when its description is taken away, then it is a bad request', () => {
    expect(() => decide(given, { type: 'ChangeEnrichmentKey', changes: { description: null } })).toThrow(
      expect.objectContaining({ code: 'invalid_request' }) as Error,
    );
  });

  it('when it is deleted, then nothing more can be done with it', () => {
    const deleted = [...given, ...decide(given, { type: 'DeleteEnrichmentKey' })];
    for (const command of [
      { type: 'DeleteEnrichmentKey' } as const,
      { type: 'ChangeEnrichmentKey', changes: {} } as const,
    ])
      expect(() => decide(deleted, command)).toThrow(expect.objectContaining({ code: 'not_found' }) as Error);
  });
});
