import { ModelError, type ModelAttempt } from '@svc/engine';
import { createMetrics } from '@svc/telemetry';
import { Models } from '../src/models.js';
import type { ObjectRequest } from '../src/port/create-object-model.js';
import { configured } from './configured-models.js';
import { ManualTimers } from './manual-timers.js';
import { ScriptedLanguageModel } from './scripted-language-model.js';

const never = new AbortController().signal;

const request: ObjectRequest<string> = {
  messages: [{ role: 'user', content: 'Which city?' }],
  name: 'city',
  schema: { type: 'object' },
  read: ({ city }) => (typeof city === 'string' ? city : null),
  form: '{"city": <text>}',
};

it('given a request for an object, when the model fails, then its fallback is asked, and each attempt is counted', async () => {
  const failing = new ScriptedLanguageModel([new ModelError('refused'), new ModelError('refused')]);
  const metrics = createMetrics();
  const catalogue = configured(failing, new ScriptedLanguageModel(['{"city":"Rome"}']));
  const { objects } = new Models(catalogue, { timers: new ManualTimers(), metrics });
  const attempts: ModelAttempt[] = [];
  expect(await objects?.answer(request, never, (attempt) => attempts.push(attempt))).toBe('Rome');
  expect(attempts.map(({ failure }) => failure)).toEqual(['refused', null]);
  const scraped = await metrics.expose();
  expect(scraped).toMatch(
    /gen_ai_client_operation_duration_seconds_count\{.*model="default".*error_type="refused".*\} 1/,
  );
  expect(scraped).toMatch(/gen_ai_client_operation_duration_seconds_count\{.*model="fallback-1".*\} 1/);
});
