import { compileGraph } from '@svc/definitions/classic';
import {
  TurnRecorder,
  defaultTurnLimits,
  runTurn,
  type InteractionInput,
  type TranscriptMessage,
} from '@svc/engine';
import { turnPorts } from '@svc/engine/turn-ports';
import { RulesPort } from '@svc/models';
import { readFileSync } from 'node:fs';
import { clinicAgent } from './clinic-agent.js';
import { clinicGraph } from './clinic-graph.js';

const graph = compileGraph(clinicGraph);
const model = new RulesPort();

/** Sends the lines one by one until the agent ends the conversation. Returns the states in which the agent spoke. */
async function converse(lines: readonly string[], isReturning = false, limits = defaultTurnLimits) {
  const transcript: TranscriptMessage[] = [];
  const graphVersion = ['65f000000000000000000001', 1] as const;
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
        graphVersion,
        place: states.length === 0 ? null : { graph: graphVersion, state: states.at(-1)! },
        tried: [],
        transcript: [...transcript],
        fallen: [],
        messages: 0,
        summary: null,
        returns: [],
        collection: null,
        graphs: [],
        toolCalls: [],
        tools: [],
        session: {},
        channel: null,
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
    states.push(step.value.place.state);
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
    expect(states.at(-2)).toBe('emergency');
    expect(said.at(-2)).toContain('call 112 now');
    // With an appointment for later it goes on where it was.
    expect(states.at(-1)).toBe(['greeting', ...requestStates][answers]);
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
  expect(said[0]).toContain(
    'a demo without a language model, and I speak English only. I know an emergency in German',
  );
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

it('given a wrong summary, then only the day is asked for again', async () => {
  const wrong = [
    'A sore throat',
    ...request.slice(0, 3),
    'No, another day',
    'Thursday',
    'Yes, that is right',
  ];
  const { states, said } = await converse(wrong);
  expect(states.slice(-4)).toEqual(['confirmation', 'day', 'confirmation', 'goodbye']);
  expect(said.at(-2)).toMatch(/“Thursday”/);
  expect(said.at(-2)).not.toMatch(/Tuesday|another day/);
});

it('given a patient who changes the day again and again, then the conversation continues', async () => {
  const first = [
    'I would like to make an appointment.',
    'On Tuesday.',
    'In the morning.',
    'Sam Field, 020 7946 0958.',
  ];
  const round = ['No, another day, please.', 'On Thursday.'];
  const { states, said } = await converse([...first, ...Array.from({ length: 5 }, () => round).flat()]);
  expect(states).toEqual([
    ...['greeting', 'day', 'time', 'contact', 'confirmation'],
    ...Array.from({ length: 5 }, () => ['day', 'confirmation']).flat(),
  ]);
  expect(said.at(-1)).toContain('“In the morning”, “Sam Field, 020 7946 0958”, “On Thursday”');
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
    const before = await converse(lines, false, { ...defaultTurnLimits, maxJudgedEntries: 0 });
    expect(before.states).toEqual(['greeting', 'greeting', ...requestStates]);
    expect(before.judgements).toEqual([0, 1, 2, 1, 1, 1, 1]);
  });
});

describe('given what the assistant can not do', () => {
  it.each([
    'I want to cancel my appointment',
    'I need to change my appointment',
    'I want to talk to a human',
  ])('when it is %j, then the patient learns who can, and nothing is booked', async (wish) => {
    const { states, said } = await converse([wish, 'no']);
    expect(states).toEqual(['greeting', 'front_desk', 'goodbye']);
    expect(said[1]).toContain('020 7946 0100');
  });

  it.each([
    ['hm', /not sure I understood/],
    ['Tell me a joke', /can't help with that/],
    ['asdfgh', /not sure I understood/],
    ['Guten Tag, ich hätte gern einen Termin', /Ich spreche leider nur Englisch/],
    ['Bonjour, je voudrais un rendez-vous', /Je ne parle malheureusement que/],
    ['Привет, как дела', /I speak English only/],
  ])('when it is %j, then it says what it can do, and stays', async (words, expected) => {
    const { states, said } = await converse([words]);
    expect(states).toEqual(['greeting', 'greeting']);
    expect(said[1]).toMatch(expected);
    expect(said[1]).toMatch(/help you with an appointment.*What brings you to the clinic\?$/);
    expect(said[1]).not.toContain('112');
  });
});

describe('given a day or an hour at which the clinic is closed', () => {
  it.each(['Sunday at 8pm', 'on Saturday', 'next Sunday', '2030-06-02'])(
    'when it is %j, then it is not taken, and the opening hours are told',
    async (day) => {
      const { states, said } = await converse(['A cough', day, 'Monday']);
      expect(states).toEqual(['greeting', 'day', 'day', 'time']);
      expect(said[2]).toMatch(
        /outside our opening hours.*from Monday to Friday.*Which day would you like\?$/,
      );
    },
  );

  it.each(['at 8pm', '20:30', 'at night'])('when it is %j, then another time is asked for', async (time) => {
    const { states } = await converse(['A cough', 'Tuesday', time, 'at 5']);
    expect(states.slice(2)).toEqual(['time', 'time', 'contact']);
  });

  it('then it stands in no summary', async () => {
    const { said } = await converse(['A cough on Sunday', 'Monday morning', 'Jo Smith, 555 123 4567']);
    expect(said.at(-1)).not.toContain('Sunday');
  });
});

it.each([
  'Can we make it Wednesday instead?',
  'Actually, make it Wednesday',
  'No, Wednesday please',
  'could we do Wednesday?',
])('given %j after the summary, then the summary has the new day and all else', async (change) => {
  const { states, said } = await converse(['A cough', ...request.slice(0, 3), change]);
  expect(states.at(-1)).toBe('confirmation');
  expect(said.at(-1)).toContain('Wednesday');
  expect(said.at(-1)).not.toContain('Tuesday');
});

it.each([
  ["I took all my pills because I don't want to be here anymore", 2],
  ['my son just fainted', 3],
  ['Ich bekomme keine Luft', 1],
])('given %j in any state, then what to do is said before all else', async (words, answers) => {
  const { states, said } = await converse([...['A cough', ...request].slice(0, answers), words]);
  expect(states.at(-1)).toBe('emergency');
  expect(said.at(-1)).toMatch(
    /^(?:You should call 112 now|Das klingt nach einem Notfall: Bitte rufen Sie jetzt 112 an\. You)/,
  );
});

interface Sentence {
  readonly state: string;
  readonly says: string;
  readonly danger: boolean;
}

/** By two writers who had not seen the rules. docs/quality.md has the first results. */
const sentences = JSON.parse(
  readFileSync(new URL('../test/sentences.json', import.meta.url), 'utf8'),
) as readonly Sentence[];

it.each(sentences.map(({ state, says, danger }) => [state, says, danger] as const))(
  'given, asked for the %s, "%s", then danger is heard: %s',
  async (state, says, danger) => {
    const answers = ['greeting', 'day', 'time', 'contact', 'confirmation'].indexOf(state);
    const { states, said } = await converse([...['A cough', ...request].slice(0, answers), says]);
    expect(states.at(-1) === 'emergency').toBe(danger);
    expect(said.at(-1)?.includes('112')).toBe(danger);
  },
);
