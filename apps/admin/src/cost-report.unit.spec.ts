import { costReport } from './cost-report.js';

const counts = { attempts: 3, uncountedAttempts: 1, inputTokens: 10, cachedInputTokens: 4, outputTokens: 2 };

it('shows the sum of priced calls, and each model', () => {
  const models = [
    { model: 'openai/a', ...counts, dollars: 0.25 },
    { model: 'openai/b', ...counts, dollars: 0.5 },
    { model: 'local/c', ...counts },
  ];
  expect(costReport('c1', models)).toMatchObject({
    conversation_id: 'c1',
    dollars: 0.75,
    models: [
      {
        model: 'openai/a',
        dollars: 0.25,
        attempts: 3,
        uncounted_attempts: 1,
        input_tokens: 10,
        cached_input_tokens: 4,
        output_tokens: 2,
      },
      { model: 'openai/b', dollars: 0.5 },
      { model: 'local/c', dollars: null },
    ],
  });
});

it('shows no sum if nothing has a price', () => {
  expect(costReport('c1', [{ model: 'local/c', ...counts }]).dollars).toBeNull();
  expect(costReport('c1', []).dollars).toBeNull();
});
