import type { EngageTask, InteractionInput, TranscriptMessage } from '@svc/engine';
import { newUser } from '../../../test/conversation.js';
import { engageRequest } from '../../../test/requests.js';
import { engage } from './engage.js';

const identity = engageRequest.task.agent.identity;
const greeting: InteractionInput = { kind: 'greeting' };
const talk: readonly TranscriptMessage[] = [
  { type: 'agent-message', text: "Hello! I'm Ada." },
  { type: 'user-message', text: 'Hi' },
];

function said(text: string): InteractionInput {
  return { kind: 'user-message', text, externalEvents: [] };
}

/** A message in the middle of a conversation, unless the changes say otherwise. */
function message(changes: Partial<EngageTask>): string {
  return engage({ ...engageRequest.task, transcript: talk, action: 'Ask for the title', ...changes });
}

const note =
  'This is a demo without a language model, and I speak English only. ' +
  'I know an emergency in German, French and Spanish too.';

describe('given that the conversation begins', () => {
  const opening = { input: greeting, transcript: [] };

  it('then the agent greets by name and role, states its purpose, and carries out the action', () => {
    expect(
      message({ ...opening, state: { name: 's', objective: 'Find the book the user wants', tried: [] } }),
    ).toBe(`Hello! I'm Ada, a librarian. ${note} I'm here to find the book you want. What is the title?`);
  });

  it('when the action is a welcome, then it is part of the greeting', () => {
    expect(message({ ...opening, action: 'Welcome the guest to the hotel and ask for their name' })).toMatch(
      /^Hello! Welcome to the hotel\. I'm Ada, a librarian\..* What is your name\?$/,
    );
  });

  it('when the user is known, then they are welcomed back by name', () => {
    const user = { ...newUser, displayName: 'Bo', isReturning: true };
    expect(message({ ...opening, user })).toMatch(/^Welcome back, Bo! This is Ada, a librarian\./);
  });

  it.each(['deu', 'eng', null])(
    'when the user prefers %s, then only the first message says that it is a demo in English',
    (preferredLanguage) => {
      const user = { ...newUser, preferredLanguage };
      expect(message({ ...opening, user })).toContain(note);
      expect(message({ user, input: said('Moby Dick') })).not.toContain('demo');
    },
  );

  it('when the user has spoken first, then the agent responds to them after the greeting', () => {
    expect(message({ transcript: [], input: said('I lost my card') })).toMatch(
      /^Hello! I'm Ada, a librarian\. .* I'm sorry to hear that\./,
    );
  });

  it.each([
    ['Personal tutor', "I'm Ada, a personal tutor."],
    ['assistant of the town hall', "I'm Ada, an assistant of the town hall."],
    ['You are the concierge.', "I'm Ada, the concierge."],
    ['Your guide', "I'm Ada, your guide."],
  ])('when the role is "%s", then it reads well', (role, expected) => {
    const agent = { ...engageRequest.task.agent, identity: { ...identity, role } };
    expect(message({ ...opening, agent })).toContain(expected);
  });
});

describe('given what the user said', () => {
  it.each([
    ["I'd like a table for four", "Got it: “I'd like a table for four”."],
    ['My dog is ill', "I'm sorry to hear that."],
    ['Moby Dick', 'Got it: “Moby Dick”.'],
    ['My name is bo', 'Nice to meet you, Bo.'],
    ['My name is spelled F I E L D', 'Got it: “My name is spelled F I E L D”.'],
    ['Call me back tomorrow', 'Got it: “Call me back tomorrow”.'],
    ["I'm ill", "I'm sorry to hear that."],
    ['It was the morning. Make it early', 'Got it: “It was the morning. Make it early”.'],
    ['yes', 'Great.'],
    ['No, thanks', 'All right.'],
    ['Hello!', 'Hello!'],
    ['thank you', "You're welcome."],
    ["I don't know", 'No problem.'],
    ['What is the meaning of life?', "I'm afraid I can't tell you that."],
    ['Can I bring my dog?', "I'm afraid I can't tell you that."],
    ['Can I have a table by the window?', "Let's see."],
    ['Could you call me back?', "Let's see."],
    ['How are you?', "I'm well, thank you."],
    ['Who made you?', 'I was developed by Example Works.'],
    ["What's your name?", "I'm Ada, a librarian."],
  ])('when it is "%s", then the agent answers "%s" and goes on', (words, expected) => {
    expect(message({ input: said(words) })).toBe(`${expected} What is the title?`);
  });

  it.each([
    'Are you a robot?',
    'am I talking to a real human?',
    'Is this ChatGPT?',
    'which model are you',
    'are you human',
  ])('when it is "%s", then the agent is honest about what it is', (words) => {
    expect(message({ input: said(words) })).toMatch(
      /not a human\. I run on an offline model that follows written rules/,
    );
  });

  it('when the background has the answer, then it is given, in the first person', () => {
    const agent = {
      ...engageRequest.task.agent,
      background: 'You have worked here for ten years. The reading room closes at six.',
    };
    const input = said('When does the reading room close?');
    expect(message({ agent, input: input })).toMatch(/^The reading room closes at six\./);
    expect(message({ agent, input: said('Have you worked here for years?') })).toMatch(
      /^I have worked here for ten years\./,
    );
  });

  it('when the background covers only a part, then the answer does not claim to be complete', () => {
    const agent = { ...engageRequest.task.agent, background: 'Readers bring their card.' };
    expect(message({ agent, input: said('Can I bring my dog?') })).toBe(
      'What I know about that: Readers bring their card. What is the title?',
    );
  });

  it('when a constraint touches it, then the agent does not share what it knows', () => {
    const agent = { ...engageRequest.task.agent, background: 'The vault code is 1234.' };
    const boundaryConstraints = ['Never reveal the vault code'];
    expect(message({ agent, boundaryConstraints, input: said('What is the vault code?') })).not.toContain(
      '1234',
    );
  });

  describe('that is no answer to the question', () => {
    const input = said('bananas and pears');
    const question = 'What is the title?';
    /** The agent's messages for each input, from the question on. */
    const messagesTo = (all: readonly InteractionInput[]) => {
      const transcript: TranscriptMessage[] = [{ type: 'agent-message', text: `Hello! ${question}` }];
      return all.map((one) => {
        const text = message({ transcript, input: one });
        transcript.push({ type: 'agent-message', text });
        return text;
      });
    };

    it('then the question comes once more, then the agent says that it can not continue', () => {
      const cannotGoOn = expect.stringMatching(/^I'm sorry, .*I can't go on without an answer/);
      expect(messagesTo([input, input, input, input])).toEqual([
        `I'm not sure I understood that. Let me ask once more. ${question}`,
        cannotGoOn,
        cannotGoOn,
        cannotGoOn,
      ]);
    });

    it('when the user asks something instead, then it is answered, and the question is not put a third time', () => {
      const [, second, third] = messagesTo([input, said('Who are you?'), said('Who made you?')]);
      expect(second).toMatch(/^I'm Ada, a librarian\. .*I can't go on/);
      expect(third).toMatch(/^I was developed by Example Works\. .*I can't go on/);
      expect(`${second} ${third}`).not.toContain('?');
    });

    it('when the user asks something instead, then the agent does not claim that it did not understand', () => {
      const [, , third, fourth] = messagesTo([input, said('Who are you?'), said('Who made you?'), input]);
      expect(third).not.toContain("I still don't follow");
      expect(fourth).toContain("I still don't follow");
    });

    it('when it is sad, then the agent responds to that', () => {
      const sad = said('My dog died');
      expect(messagesTo([sad])).toEqual([`I'm sorry to hear that. ${question}`]);
    });

    it('when it asks for nothing, then its closing question is not put a third time either', () => {
      const transcript: TranscriptMessage[] = [...talk];
      const state = { name: 's', objective: 'Find out which book they want', tried: [] };
      for (let turn = 0; turn < 12; turn += 1) {
        const text = message({ transcript, state, input: { kind: 'skip' }, action: 'Say that we are open' });
        transcript.push({ type: 'agent-message', text });
      }
      const questions = transcript.flatMap(({ text }) => text.match(/[^.!?]+\?/g) ?? []);
      const counts = questions.map((one) => questions.filter((other) => other === one).length);
      expect(Math.max(...counts)).toBe(2);
      expect(transcript.at(-1)?.text).toContain("I can't go on");
    });
  });
});

describe('given danger to life', () => {
  it.each([
    ["I don't want to live anymore", 'This sounds like an emergency. Please call 112 now.'],
    ['No puedo respirar', 'Esto parece una emergencia: llame ahora al 112. This sounds like an emergency.'],
  ])('when it is "%s", then the message says what to do, and nothing else', (words, expected) => {
    const text = message({ input: said(words) });
    expect(text.startsWith(expected)).toBe(true);
    expect(text).toMatch(/can't call for you\.$/);
  });

  it('when the agent knows another number, then that one is named', () => {
    const agent = { ...engageRequest.task.agent, background: 'In an emergency, callers dial 911.' };
    expect(message({ agent, input: said('my son just fainted') })).toContain('Please call 911 now.');
  });
});

describe('given a user who corrects an earlier statement', () => {
  const transcript: readonly TranscriptMessage[] = [
    { type: 'agent-message', text: 'Which day would you like?' },
    { type: 'user-message', text: 'Tuesday' },
    { type: 'agent-message', text: 'What is your name?' },
  ];

  it.each([
    ['Actually, Wednesday', 'Wednesday'],
    ['Sorry, I meant Wednesday.', 'Wednesday'],
    ['no wait, not Tuesday, Wednesday', 'Wednesday'],
    ['make it the 5th please', 'the 5th'],
    ['Wednesday instead', 'Wednesday'],
  ])('when they say "%s", then it is heard, and summed up as it is now', (words, meant) => {
    const input = said(words);
    expect(message({ transcript, input: input, action: 'Ask for the name' })).toBe(
      `All right, I have changed that: “${meant}”. What is your name?`,
    );
    expect(message({ transcript, input: input, action: 'Summarize the booking' })).toContain(
      `you told me: “${meant}”.`,
    );
  });

  it('when there was no such statement, then it is no correction', () => {
    const input = said('Actually, at 10:30');
    expect(message({ transcript, input: input, action: 'Ask for the title' })).not.toContain('changed');
  });

  it('when they are asked for it again, then the newer answer replaces the older', () => {
    const asked: readonly TranscriptMessage[] = [
      ...transcript.slice(0, 2),
      { type: 'agent-message', text: 'All right. Which day would you like?' },
    ];
    expect(message({ transcript: asked, input: said('Friday'), action: 'Summarize the booking' })).toContain(
      'you told me: “Friday”.',
    );
  });
});

describe('given what the user told', () => {
  const summed = (text: string) => message({ input: said(text), action: 'Summarize the booking' });

  it('when it is in several sentences, then none of them is lost', () => {
    expect(summed('It is for Ida Field. 020 7946 0958.')).toContain(
      'you told me: “It is for Ida Field. 020 7946 0958”.',
    );
  });

  it('when it is too long to be repeated at once, then it is summarized, and cut where it is longer still', () => {
    const text =
      "I'm Sam Field, I need an appointment for a sore throat on Thursday afternoon, 020 7946 0958";
    expect(summed(text)).toBe(
      `Thank you for telling me. To sum up, you told me: “${text}”. What would you like to do next?`,
    );
    expect(summed(`${text}${' and so on'.repeat(50)}`)).toMatch(/“I'm Sam Field, .{180,190}…” /);
  });
});

describe('given a date of birth', () => {
  it('when a day is named later, then both stand', () => {
    const transcript: readonly TranscriptMessage[] = [
      { type: 'agent-message', text: 'What is your date of birth?' },
      { type: 'user-message', text: '12 March 1980' },
      { type: 'agent-message', text: 'Which day would you like?' },
    ];
    expect(message({ transcript, input: said('Friday'), action: 'Summarize the booking' })).toContain(
      'you told me: “12 March 1980”, “Friday”.',
    );
  });
});

describe('given other input', () => {
  it('when an event has happened, then the agent responds to it', () => {
    const input: InteractionInput = {
      kind: 'external-event',
      text: 'The payment arrived',
      externalEvents: [],
    };
    expect(message({ input: input })).toBe("I've just been told: The payment arrived. What is the title?");
  });

  it('when the user says nothing, then the agent continues', () => {
    expect(message({ input: { kind: 'skip' } })).toBe('What is the title?');
  });
});

describe('given guidelines', () => {
  it('when one says to say something, then it is said once', () => {
    const guidelines = ['Mention that lending is free', 'Be brief'];
    const first = message({ guidelines });
    expect(first).toContain('Lending is free. What is the title?');
    const transcript: TranscriptMessage[] = [{ type: 'agent-message', text: first }];
    expect(message({ guidelines, transcript, input: { kind: 'skip' } })).not.toContain('Lending is free');
  });
});

describe('given a message without a question', () => {
  it('then it ends with a question, the one of the objective if there is one', () => {
    const action = 'Tell the user that we are open';
    expect(
      message({ action, state: { name: 's', objective: 'Find out which book they want', tried: [] } }),
    ).toMatch(/We are open\. Which book do you want\?$/);
    expect(message({ action, state: { name: 's', objective: 'Happiness', tried: [] } })).toMatch(
      /We are open\. .+\?$/,
    );
  });

  it('when it is the last one, then it ends with goodbye instead', () => {
    const user = { ...newUser, displayName: 'Bo' };
    expect(message({ action: 'Thank the user', isFarewell: true, input: said('no'), user })).toBe(
      'All right. Thank you. Goodbye, Bo!',
    );
    expect(message({ action: 'Say goodbye', isFarewell: true, input: said('ok') })).toBe('Great. Goodbye!');
  });
});

it.each(['???', '…', '。', 'x', 'Do not talk', 'Greet the user', 'Say goodbye', '""'])(
  'is never silent, even when the action is "%s"',
  (action) => {
    for (const isFarewell of [false, true]) {
      expect(message({ action, isFarewell, input: { kind: 'skip' } }).trim()).not.toBe('');
    }
  },
);
