import { LLMock, type ChatCompletionRequest, type FixtureResponse } from '@copilotkit/aimock';

/** What the model makes of what the patient said last: the exit whose condition is like this. */
const exits: readonly (readonly [RegExp, RegExp])[] = [
  [/end my life/, /may be in danger/],
  [/fever/, /has described what brings them|in pain or has a fever/],
  [/Tomorrow/, /has named a day/],
  [/At 10:30/, /has named a time/],
  [/Yes, that is right/, /confirms that it is correct/],
  [/that is all/, /needs nothing else/],
];

const inputs: Readonly<Record<string, object>> = {
  clinic__find_openings: { day: '2027-01-11' },
  clinic__book_appointment: { name: 'Ada Field', day: '2027-01-11', time: '10:30' },
};

/** A server that speaks OpenAI's chat completions, and reads the prompts as a model would that knows this one clinic. */
export function startClinicModel(): Promise<LLMock> {
  return LLMock.create({ port: 0 }).then((server) => {
    server.on({ predicate: () => true }, answerTo);
    return server;
  });
}

function answerTo(request: ChatCompletionRequest): FixtureResponse {
  const last = request.messages.at(-1)?.content;
  const prompt = typeof last === 'string' ? last : '';
  const said = [...prompt.matchAll(/\{"user":"([^"]*)"\}/g)].at(-1)?.[1] ?? '';
  const tool = request.tools?.[0]?.function.name;
  if (tool !== undefined) return called(tool, inputs[tool] ?? takenDown(said));
  if (prompt.includes('"choice"')) return { content: JSON.stringify(choice(prompt, said)) };
  return { content: message(prompt) };
}

const called = (name: string, input: object): FixtureResponse => ({
  toolCalls: [{ name, arguments: JSON.stringify(input) }],
});

function takenDown(said: string): object {
  if (said === 'Ada Field') return { full_name: said };
  return said === '12 March 1980' ? { date_of_birth: '1980-03-12' } : {};
}

/** A tool where nothing has come of it yet; else the exit that holds; else the first action. */
function choice(prompt: string, said: string): object {
  const offered = [...prompt.matchAll(/^- (\w+): (.*)$/gm)].map(([, id = '', text = '']) => ({ id, text }));
  const tool = offered.find(({ id, text }) => id.startsWith('tool') && !wasCalled(prompt, text));
  const wanted = exits.filter(([heard]) => heard.test(said)).map(([, condition]) => condition);
  const exit = offered.find(({ id, text }) => id.startsWith('exit') && wanted.some((one) => one.test(text)));
  const action = offered.find(({ id }) => id.startsWith('action'));
  return { choice: (exit ?? tool ?? action ?? offered.at(-1))?.id, reason: 'The patient said so.' };
}

/** @param offer its name, and what is said of it: `clinic__find_openings: The day that …` */
function wasCalled(prompt: string, offer: string): boolean {
  const calls = /<tool_calls>([^]*?)<\/tool_calls>/.exec(prompt)?.[1] ?? '';
  return calls.includes(`"tool":"${offer.split(':')[0]}"`);
}

/** It says what it is told to do, as a polite one would. */
function message(prompt: string): string {
  const task = /What your next message has to do: (.*)/.exec(prompt)?.[1] ?? 'What is your date of birth?';
  return /[.?!]$/.test(task) ? task : `${task}.`;
}
