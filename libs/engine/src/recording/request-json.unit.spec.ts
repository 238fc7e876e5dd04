import { canonicalJson } from '@svc/kernel';
import { requestJson } from './request-json.js';

it('requests that share messages serialize to canonical JSON', () => {
  const shared = { role: 'system', content: 'You are "Ada".\n' } as const;
  for (const schema of [null, { type: 'object', properties: { b: {}, a: {} } }]) {
    const request = {
      settings: { temperature: 0, 10: 'x' },
      schema,
      messages: [shared, { content: 'Hello', role: 'user' } as const],
    };
    expect(requestJson(request)).toBe(canonicalJson(request));
    expect(requestJson(request)).toBe(canonicalJson(request));
  }
  expect(requestJson({ messages: [], schema: null, settings: {} })).toBe(
    '{"messages":[],"schema":null,"settings":{}}',
  );
});
