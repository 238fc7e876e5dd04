import { LLMock } from '@copilotkit/aimock';
import { readSituations } from './situations.mjs';
import { runJudgements } from './run-judgements.mjs';

let mock;
beforeEach(async () => {
  mock = await LLMock.create({ port: 0 });
});
afterEach(() => mock.stop());

/** Always takes the first exit, with choice and reason in the requested order. */
function firstExit({ response_format: format }) {
  const names = Object.keys(format.json_schema.schema.properties);
  const parts = { choice: 'exit_1', reason: 'It is the first one.' };
  return { content: JSON.stringify(Object.fromEntries(names.map((name) => [name, parts[name]]))) };
}

const environment = () => ({
  SVC_MODELS: JSON.stringify({
    default: { provider: 'offline' },
    hosted: {
      provider: 'openai-compatible',
      base_url: `${mock.url}/v1`,
      model: 'm',
      price: { input: 1, output: 10 },
    },
  }),
});

it('given a configured model, then it is asked about each situation in both orders, and the results are printed', async () => {
  mock.on({ predicate: () => true }, firstExit);
  const printed = new Map();
  const lines = [];
  const judged = await runJudgements(
    ({ name, value, unit }) => printed.set(name, `${value} ${unit}`),
    ['--model=hosted'],
    environment(),
    (line) => lines.push(line),
  );

  const bodies = mock.getRequests().map(({ body }) => body);
  expect(bodies).toHaveLength(120);
  const ordered = bodies.map((body) => Object.keys(body.response_format.json_schema.schema.properties)[0]);
  expect(ordered.filter((first) => first === 'choice')).toHaveLength(60);
  expect(ordered.filter((first) => first === 'reason')).toHaveLength(60);

  const right = readSituations().filter(
    ({ state, expected }) => Object.keys(state.exits)[0] === expected,
  ).length;
  expect(lines).toHaveLength(120);
  for (const order of ['choice first', 'reason first']) {
    expect(printed.get(`${order}, right`)).toBe(`${right} of 60`);
    expect(printed.get(`${order}, failed`)).toBe('0 of 60');
    expect(printed.get(`${order}, cost`)).toMatch(/^0\.\d{6} US dollars$/);
  }
  expect(lines[0]).toMatch(
    /^clinic-chest-pain, emergency, choice first: right, emergency; \d+ of \d+ ms; \d+ \+ \d+ tokens/,
  );
  for (const { choiceMs, wholeMs } of judged) expect(choiceMs).toBeLessThanOrEqual(wholeMs);
});

it('given a model that fails, then its errors are counted, and no question is repeated', async () => {
  mock.on({ predicate: () => true }, { error: { message: 'overloaded', type: 'server_error' }, status: 503 });
  const printed = new Map();
  const print = ({ name, value }) => printed.set(name, value);
  await runJudgements(print, ['--model=hosted', '--order=choice_first'], environment(), () => undefined);
  expect(printed.get('choice first, failed')).toBe(60);
  expect(printed.has('reason first, failed')).toBe(false);
  expect(mock.getRequests()).toHaveLength(60);
});

it.each([
  [['--model=nobody'], 'There is no model "nobody": default, hosted.'],
  [['--order=last'], '--order must be one of choice_first, reason_first.'],
])('given %j, then it says what is wrong', async (parameters, message) => {
  await expect(runJudgements(() => undefined, parameters, environment())).rejects.toThrow(message);
});
