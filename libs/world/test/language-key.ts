/** A key that can be created as it is. */
export const languageKey = {
  entityType: 'person',
  key: 'language',
  valueType: 'enum',
  allowedValuesJson: '["en","de"]',
  sourceHint: undefined,
  description: 'The language that the person likes to speak.',
  minConfidence: 0.2,
  isPii: false,
  tags: ['memory_extract'],
};
