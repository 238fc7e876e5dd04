import type { ModelDefinition } from '../definition/model-definition.js';

const usual = {
  openai: 'https://api.openai.com/v1',
  anthropic: 'https://api.anthropic.com/v1',
  google: 'https://generativelanguage.googleapis.com/v1beta',
} as const;

/** Address of a model: from its definition, else the usual one of its provider. Null for the offline model. */
export function providerAddress(definition: ModelDefinition): string | null {
  switch (definition.provider) {
    case 'offline':
      return null;
    case 'openai-compatible':
    case 'azure':
      return definition.base_url;
    case 'bedrock':
      return definition.base_url ?? `https://bedrock-runtime.${definition.region}.amazonaws.com`;
    default:
      return definition.base_url ?? usual[definition.provider];
  }
}
