import type { LanguageModelV4 } from '@ai-sdk/provider';
import { jest } from '@jest/globals';
import { modelDefinition } from '../definition/model-definition.js';
import { languageModelOf } from './language-model-of.js';

const elsewhere = 'http://elsewhere.invalid/v1';
const { OPENAI_BASE_URL: openAi, ANTHROPIC_BASE_URL: anthropic } = process.env;

afterEach(() => {
  jest.restoreAllMocks();
  Object.assign(process.env, { OPENAI_BASE_URL: openAi, ANTHROPIC_BASE_URL: anthropic });
  if (openAi === undefined) delete process.env['OPENAI_BASE_URL'];
  if (anthropic === undefined) delete process.env['ANTHROPIC_BASE_URL'];
});

it.each([
  ['openai', 'https://api.openai.com/v1/'],
  ['anthropic', 'https://api.anthropic.com/v1/'],
  ['google', 'https://generativelanguage.googleapis.com/v1beta/'],
])(
  'asks %s where its configuration says, whatever variables of its own the environment has',
  async (provider, address) => {
    Object.assign(process.env, { OPENAI_BASE_URL: elsewhere, ANTHROPIC_BASE_URL: elsewhere });
    const asked: string[] = [];
    jest.spyOn(globalThis, 'fetch').mockImplementation((input) => {
      asked.push(input instanceof Request ? input.url : String(input));
      return Promise.resolve(new Response('{}', { status: 400 }));
    });
    const definition = modelDefinition.parse({ provider, model: 'm' });
    const model = languageModelOf(definition, () => undefined) as LanguageModelV4;
    const prompt = [{ role: 'user' as const, content: [{ type: 'text' as const, text: 'Hello.' }] }];
    await expect(model.doGenerate({ prompt })).rejects.toThrow();
    expect(asked).toHaveLength(1);
    expect(asked[0]?.startsWith(address)).toBe(true);
  },
);
