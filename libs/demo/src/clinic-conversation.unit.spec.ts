import {
  TurnRecorder,
  defaultTurnLimits,
  parseGraph,
  runTurn,
  type InteractionInput,
  type TranscriptMessage,
} from '@svc/engine';
import { turnPorts } from '@svc/engine/turn-ports';
import { createModelPort, createOfflineModel } from '@svc/models';
import { clinicAgent } from './clinic-agent.js';
import { clinicGraph } from './clinic-graph.js';

const graph = parseGraph(clinicGraph);
const model = createModelPort(createOfflineModel());

/** Sends the lines one by one until the agent ends the conversation. Returns the states in which the agent spoke. */
async function converse(lines: readonly string[], isReturning = false, limits = defaultTurnLimits) {
  const transcript: TranscriptMessage[] = [];
  const states: string[] = [];
  const thoughts: string[] = [];
  const judgements: number[] = [];
  const inVain: number[] = [];
  let isCompleted = false;
  const turn = async (input: InteractionInput): Promise<void> => {
    const recorder = new TurnRecorder((_use, text) => text);
    const signals = runTurn(
      {
        interactionId: 'i1',
        agent: clinicAgent.version,
        graph,
        graphVersion: ['65f000000000000000000001', 1],
        currentState: states.at(-1) ?? null,
        tried: [],
        transcript: [...transcript],
        input: input,
        user: {
          displayName: null,
          preferredLanguage: null,
          timezone: null,
          additionalContext: [],
          isReturning,
          recollections: [],
        },
        limits,
      },
      turnPorts(model, recorder),
      new AbortController().signal,
    );
    let step = await signals.next();
    while (!step.done) step = await signals.next();
    if (input.kind === 'user-message') transcript.push({ type: 'user-message', text: input.text });
    transcript.push({ type: 'agent-message', text: step.value.message });
    states.push(step.value.finalState);
    thoughts.push(...step.value.innerThoughts);
    judgements.push(recorder.calls().filter(({ kind }) => kind !== 'engage').length);
    inVain.push(
      recorder.calls().filter(({ kind, failure }) => kind === 'engage' && failure === 'cancelled').length,
    );
    isCompleted = step.value.conversationCompleted;
  };
  await turn({ kind: 'greeting' });
  for (const text of lines) await turn({ kind: 'user-message', text, externalEvents: [] });
  const said = transcript.filter(({ type }) => type === 'agent-message').map(({ text }) => text);
  return { states, thoughts, said, judgements, inVain, isCompleted };
}

const request = ['Tuesday', 'In the morning', 'Jo Smith, 555 123 4567', 'Yes, that is right'];
const requestStates = ['day', 'time', 'contact', 'confirmation', 'goodbye'];

it.each([
  "I'd like to book an appointment",
  'I have had a cough for two weeks',
  'Can I book an appointment?',
])('given %j, then a newcomer is through with five answers', async (reason) => {
  const { states, said, thoughts, isCompleted } = await converse([reason, ...request]);
  expect(states).toEqual(['greeting', ...requestStates]);
  expect(isCompleted).toBe(true);
  expect(said[0]).toMatch(/I'm Mara.*What brings you to the clinic\?$/);
  expect(said.at(-2)).toContain('“Jo Smith, 555 123 4567”');
  expect(said.at(-1)).toMatch(/Goodbye/);
  expect(thoughts).toEqual([expect.stringMatching(/^No emergency/)]);
});

it('given a greeting first, then the question is repeated, and pain is not taken for an emergency', async () => {
  const { states } = await converse(['hi', 'My knee hurts', ...request]);
  expect(states).toEqual(['greeting', 'greeting', ...requestStates]);
});

it('given a returning patient, then they are welcomed back', async () => {
  const { states, said } = await converse(['A sore throat', ...request], true);
  expect(states).toEqual(['greeting_again', ...requestStates]);
  expect(said[0]).toMatch(/Welcome back/);
});

it.each([
  'I have chest pain',
  "I can't breathe",
  'My husband is unconscious',
  'My husband collapsed and is not responding',
  'My wife talks nonsense and acts strange',
])(
  'given %j, then the patient is told to call 112, and may ask for an appointment all the same',
  async (emergency) => {
    const { states, said, thoughts } = await converse([emergency, 'yes, please', ...request]);
    expect(states).toEqual(['greeting', 'emergency', ...requestStates]);
    expect(said[1]).toContain('call 112 now');
    expect(thoughts).toEqual([expect.stringMatching(/emergency/)]);
  },
);

it.each([
  ['wait, I suddenly have terrible chest pain', 3],
  ["I can't breathe", 2],
  ['My wife has collapsed!', 4],
  ['he is bleeding heavily', 1],
])(
  'given %j in the middle of a request, then it is an emergency all the same',
  async (emergency, answers) => {
    const { states, said } = await converse([...['A cough', ...request].slice(0, answers), emergency, 'yes']);
    expect(states.slice(-2)).toEqual(['emergency', 'day']);
    expect(said.at(-2)).toContain('call 112 now');
  },
);

it('given an emergency, when the next message is unclear, then 112 is named again, in other words', async () => {
  const { said, states } = await converse(['My husband is unconscious', 'please help me', 'yes', 'Tuesday']);
  expect(states.slice(1)).toEqual(['emergency', 'emergency', 'day', 'time']);
  expect(said[2]).toMatch(/ 112 answers at any time\. Could .*\?$/);
  expect(said[2]).not.toContain('not sure I understood');
});

it.each([
  ['are you a robot?', 'Are you ChatGPT?', 'am I talking to a human being', 'where are you located?'],
  ['what are your opening hours?', 'and how do I cancel?', 'how long does it take?', 'is it free?'],
])('given %j and more questions, then each is answered, and nobody is let go', async (...questions) => {
  const { states, said } = await converse([...questions, 'I need a check-up']);
  expect(states).toEqual([...questions.map(() => 'greeting'), 'greeting', 'day']);
  expect(said.join()).not.toContain("don't follow");
});

it('given all details in one message, then the summary has them', async () => {
  const all =
    "Hi, I'm Sam Field, I need an appointment for a sore throat on Thursday afternoon, my number is 020 7946 0958.";
  const { states, said } = await converse([all]);
  expect(states).toEqual(['greeting', 'confirmation']);
  expect(said[1]).toMatch(/you told me: “I'm Sam Field, .*Thursday afternoon.* 0958”/);
});

it('given a first message, then it says that it is a demo without a language model that speaks English', async () => {
  const { said } = await converse([]);
  expect(said[0]).toContain('a demo without a language model, and I speak English only');
});

it.each(['Actually, Wednesday', 'Sorry, I meant Wednesday'])(
  'given %j as the response to the question for a time, then the day is changed and the time still asked for',
  async (correction) => {
    const { states, said } = await converse(['A cough', 'Tuesday', correction, ...request.slice(1, 3)]);
    expect(states).toEqual(['greeting', 'day', 'time', 'time', 'contact', 'confirmation']);
    expect(said[3]).toMatch(/changed that: “Wednesday”\. Do you prefer the morning/);
    expect(said.at(-1)).toMatch(/“Wednesday”/);
    expect(said.at(-1)).not.toMatch(/Tuesday/);
  },
);

it('given "that\'s all" in the middle of a sentence, then the conversation does not end', async () => {
  const { states } = await converse(['A cough', "that's all in my message already"]);
  expect(states.at(-1)).toBe('day');
});

it('given a patient who is never understood, then no question is asked more than twice, and the conversation ends', async () => {
  const { said, states, isCompleted } = await converse(['A cough', 'xyzzy', 'plugh', 'foo']);
  const questions = said.flatMap((text) => text.match(/[^.!?]+\?/g) ?? []);
  const counts = questions.map((one) => questions.filter((other) => other === one).length);
  expect(Math.max(...counts)).toBe(2);
  expect(said.join()).toContain("I can't go on");
  expect([states.at(-1), isCompleted]).toEqual(['goodbye', true]);
});

it('given a patient who gives two details at once, or one at a time, then nothing is asked twice', async () => {
  const atOnce = await converse(['A cough', 'Tuesday morning', 'Jo Smith', '0555 123456', 'Yes']);
  expect(atOnce.states).toEqual(['greeting', 'day', 'contact', 'phone', 'confirmation', 'goodbye']);
});

it('given questions in between, then they are answered, and the state does not change', async () => {
  const { states, said } = await converse(['What are your opening hours?', 'Are you a robot?']);
  expect(states).toEqual(['greeting', 'greeting', 'greeting']);
  expect(said[1]).toContain('from Monday to Friday');
  expect(said[2]).toContain('not a human');
});

it('given a wrong summary, then the request is taken again from the day on', async () => {
  const { states } = await converse(['A sore throat', ...request.slice(0, 3), 'No, another day', ...request]);
  expect(states.slice(-6)).toEqual(['confirmation', ...requestStates].slice(0, 6));
});

it('given a patient who changes the day again and again, then the conversation continues', async () => {
  const round = ['On Tuesday.', 'In the morning.', 'Sam Field, 020 7946 0958.', 'No, another day, please.'];
  const first = 'I would like to make an appointment.';
  const { states } = await converse([first, ...Array.from({ length: 5 }, () => round).flat()]);
  expect(states).toEqual([
    'greeting',
    'day',
    ...Array.from({ length: 5 }, () => ['time', 'contact', 'confirmation', 'day']).flat(),
  ]);
});

it.each([0, 1, 2, 3, 4])(
  'given a patient who says goodbye after %i answers, then the conversation ends',
  async (count) => {
    const { isCompleted } = await converse([
      ...['A cough', ...request].slice(0, count),
      'nothing more, goodbye',
    ]);
    expect(isCompleted).toBe(true);
  },
);

it.each([
  ["I'd like to book an appointment on Tuesday", 'time', ['In the morning']],
  ["I'd like an appointment on Tuesday morning", 'contact', []],
])('given %j, then what was said is not asked for again', async (reason, next, answers) => {
  const { states, isCompleted } = await converse([reason, ...answers, ...request.slice(2)]);
  expect(states.slice(0, 2)).toEqual(['greeting', next]);
  expect(states).not.toContain('day');
  expect(isCompleted).toBe(true);
});

describe('the cost of details that come early', () => {
  const lines = ['hi', 'I have had a cough for two weeks', ...request];

  it('then a turn that stays in a state takes one judgement, and one that moves takes one more for the next state', async () => {
    const { states, judgements } = await converse(lines);
    expect(states).toEqual(['greeting', 'greeting', ...requestStates]);
    // With the reason, the judgement also covers an emergency; the last state takes none.
    expect(judgements).toEqual([0, 1, 3, 2, 2, 2, 1]);
  });

  it('then no unused message is written if no detail came early', async () => {
    expect((await converse(lines)).inVain).toEqual([0, 0, 0, 0, 0, 0, 0]);
  });

  it('then one unused message is written for each state with an early detail', async () => {
    const { states, inVain } = await converse([
      "I'd like an appointment on Tuesday morning",
      ...request.slice(2),
    ]);
    expect(states).toEqual(['greeting', 'contact', 'confirmation', 'goodbye']);
    expect(inVain).toEqual([0, 1, 0, 0]);
  });

  it('then it equals the number of entered states that can be left', async () => {
    const before = await converse(lines, false, { ...defaultTurnLimits, maxJudgedEntries: undefined });
    expect(before.states).toEqual(['greeting', 'greeting', ...requestStates]);
    expect(before.judgements).toEqual([0, 1, 2, 1, 1, 1, 1]);
  });
});
