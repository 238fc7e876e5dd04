import type { Choice, JudgeTask, TranscriptMessage } from '@svc/engine';
import { newUser, plainAgent } from '../../../test/conversation.js';
import { judge } from './judge.js';
import { answerIsMissing, cannotGoOn } from '../hearing/open-question.js';

interface Scene {
  readonly exits: readonly string[];
  readonly actions?: readonly string[];
  readonly asked?: string;
  /** Null: the user says nothing. */
  readonly said: string | null;
  readonly transcript?: readonly TranscriptMessage[];
}

/** The text of the choice. */
function chosen({ exits, actions = ['Go on'], asked, said, transcript = [] }: Scene): string | undefined {
  const choices: Choice[] = [
    ...exits.map((text, place) => ({ id: `exit_${place + 1}`, kind: 'exit' as const, text })),
    ...actions.map((text, place) => ({ id: `action_${place + 1}`, kind: 'action' as const, text })),
  ];
  const earlier: readonly TranscriptMessage[] =
    asked === undefined ? transcript : [...transcript, { type: 'agent-message', text: asked }];
  const task: JudgeTask = {
    type: 'judge',
    purpose: actions.length === 0 ? 'decide' : 'navigate',
    agent: plainAgent,
    graph: { description: '', navigationGuidelines: [], actionGuidelines: [], boundaryConstraints: [] },
    startedAtMs: 0,
    user: newUser,
    transcript: earlier,
    input: said === null ? { kind: 'skip' } : { kind: 'user-message', text: said, externalEvents: [] },
    newThoughts: [],
    isEntered: false,
    state: { name: 'state', objective: 'Objective', tried: [], guidelines: [] },
    choices,
  };
  const { choice } = judge(task);
  return choices.find(({ id }) => id === choice)?.text;
}

describe('given exit conditions and an action', () => {
  const wants = 'The user wants to book a table';
  it.each([
    ["I'd like to book a table for four", wants],
    ['Could I have a table booked?', wants],
    ['the user wants to book a table', wants],
    ["I don't want to book a table", 'Go on'],
    ['What a lovely day', 'Go on'],
    ['', 'Go on'],
  ])('when the user says "%s", then "%s"', (said, expected) => {
    expect(chosen({ exits: [wants], said })).toBe(expected);
  });

  it('when a condition is denied in its own words, then its opposite holds', () => {
    const exits = ['The user has a reservation', 'The user does not have a reservation'];
    expect(chosen({ exits, said: 'I do not have a reservation' })).toBe(exits[1]);
    expect(chosen({ exits, said: 'I have a reservation' })).toBe(exits[0]);
  });

  it('when several fit, then the best fit is taken, not the first', () => {
    const exits = ['The user wants a room', 'The user wants a room with a balcony'];
    expect(chosen({ exits, said: 'A room with a balcony, please' })).toBe(exits[1]);
  });

  it('when the user wants to undo it, then it is not what they want', () => {
    const exits = ['The user asks to book a table'];
    expect(chosen({ exits, said: 'I want to cancel my table' })).toBe('Go on');
  });

  it('when one of several things is said, then the first counts like the others', () => {
    const exits = ['The user has questions about the price or the date'];
    expect(chosen({ exits, said: 'Tell me the price' })).toBe(exits[0]);
    expect(chosen({ exits, said: 'Tell me the date' })).toBe(exits[0]);
  });

  it('when one of several alternatives is said, then it is enough', () => {
    const exits = ['The user reports an emergency such as fire, flood or a gas leak'];
    expect(chosen({ exits, said: 'I think there is a gas leak here' })).toBe(exits[0]);
  });
});

describe('given a question of the agent', () => {
  const exits = ['The user agrees to the offer', 'The user declines the offer'];
  const asked = 'Would you like the offer?';

  it.each([
    ['yes', 0],
    ['Sure, why not', 0],
    ['No thanks', 1],
    ["I'd rather not", 1],
  ])('when the user answers "%s", then exit %d is taken', (said, exit) => {
    expect(chosen({ exits, asked, said })).toBe(exits[exit]);
  });

  it('when the user answers the question, then it counts as given', () => {
    const given = ['The user has given their name'];
    expect(chosen({ exits: given, asked: 'What is your name?', said: 'Bo Lind' })).toBe(given[0]);
  });

  it.each([
    ['does not know', "I don't know"],
    ['only greets', 'Hello!'],
    ['asks back', 'What do you need it for?'],
  ])('when the user %s, then nothing counts as given', (_what, said) => {
    const given = ['The user has given their name'];
    expect(chosen({ exits: given, asked: 'What is your name?', said })).toBe('Go on');
  });

  it('when the answer does not look like what was asked for, then it does not count', () => {
    const given = ['The user has named a day'];
    expect(chosen({ exits: given, asked: 'Which day would you like?', said: 'I have a headache' })).toBe(
      'Go on',
    );
    expect(chosen({ exits: given, asked: 'Which day would you like?', said: 'the 5th' })).toBe(given[0]);
  });

  it('when the user has no preference, then that is an answer', () => {
    const given = ['The user has named a time'];
    const asked = 'What time do you prefer?';
    expect(chosen({ exits: given, asked, said: 'either is fine with me' })).toBe(given[0]);
  });

  it.each([
    ['The user has provided a date', 'next Tuesday'],
    ['The user has shared an email address', 'bo@example.org'],
    ['The user has given a phone number', '+49 171 5550123'],
    ['The user has told their name', 'my name is Bo'],
  ])(
    'when something of the right look is said without being asked for, then "%s" holds',
    (condition, said) => {
      expect(chosen({ exits: [condition], said })).toBe(condition);
    },
  );

  it('when a condition begins with the answer, then yes and no decide', () => {
    const branches = ['Yes, they have been here', 'No, they are new'];
    const question = 'Have you been here?';
    expect(chosen({ exits: branches, asked: question, said: 'no, never' })).toBe(branches[1]);
    expect(chosen({ exits: branches, asked: question, said: 'yes, often' })).toBe(branches[0]);
  });

  it('when the user only asks about something, then it is not chosen yet', () => {
    const choice = ['The user has chosen the red car'];
    expect(chosen({ exits: choice, said: 'How much is the red car?' })).toBe('Go on');
    expect(chosen({ exits: choice, said: 'I take the red car' })).toBe(choice[0]);
  });

  it('when the same was asked twice, then the best guess is taken', () => {
    const given = ['The user describes the broken engine part in detail'];
    const question = 'What is broken?';
    const transcript: readonly TranscriptMessage[] = [
      { type: 'agent-message', text: question },
      { type: 'user-message', text: 'well' },
    ];
    const said = 'some part rattles';
    expect(chosen({ exits: given, asked: 'Something else.', said })).toBe('Go on');
    expect(chosen({ exits: given, transcript, asked: `Let me ask once more. ${question}`, said })).toBe(
      given[0],
    );
  });
});

describe('given a decision', () => {
  it('when the last input says nothing, then earlier input counts', () => {
    const exits = ['The guest is a child', 'The guest is an adult'];
    const transcript: readonly TranscriptMessage[] = [{ type: 'user-message', text: 'I am an adult' }];
    expect(chosen({ exits, actions: [], transcript, said: 'go ahead' })).toBe(exits[1]);
  });

  it('when there is a fallback branch, then another one must hold by more than a word', () => {
    const exits = ['The guest has chest pain', 'Otherwise'];
    expect(chosen({ exits, actions: [], said: 'I have strong chest pain' })).toBe(exits[0]);
    const vague = ['The guest has severe chest pain or trouble breathing', 'Otherwise'];
    expect(chosen({ exits: vague, actions: [], said: 'my foot is a pain' })).toBe('Otherwise');
  });

  it('when nothing fits, then the fallback branch is taken, else the first', () => {
    expect(chosen({ exits: ['The sky is red', 'Otherwise'], actions: [], said: 'hm' })).toBe('Otherwise');
    expect(chosen({ exits: ['The sky is red', 'The sea is blue'], actions: [], said: 'hm' })).toBe(
      'The sky is red',
    );
  });
});

describe('given danger to life', () => {
  const exits = [
    'The patient wants a check-up',
    'The patient is in danger of life',
    'The patient says goodbye',
  ];

  it.each(['My husband collapsed', 'Mein Mann ist bewusstlos', 'I want a check-up, I have chest pain'])(
    'when the user says "%s", then the exit that names danger is taken before all others',
    (said) => {
      expect(chosen({ exits, said })).toBe(exits[1]);
      expect(chosen({ exits, actions: [], said })).toBe(exits[1]);
    },
  );

  it('when no exit names it, then the agent stays', () => {
    expect(chosen({ exits: ['The patient is ill'], said: 'I am ill and have chest pain' })).toBe('Go on');
  });

  it.each(['hm', 'Tell me a joke', 'Das Wetter ist schön', 'My life is a mess at work'])(
    'when the user says only "%s", then that exit is not taken',
    (said) => {
      expect(chosen({ exits, said })).toBe('Go on');
      expect(chosen({ exits, actions: [], said })).not.toBe(exits[1]);
    },
  );

  it('when an exit denies it, then that one is not taken for it', () => {
    const calm = ['It is no emergency', 'There is an emergency'];
    expect(chosen({ exits: calm, actions: [], said: 'my son just fainted' })).toBe(calm[1]);
  });
});

describe('given an agent that has said that it can not continue', () => {
  const question = 'What is the number?';
  const transcript: readonly TranscriptMessage[] = [
    { type: 'agent-message', text: question },
    { type: 'user-message', text: 'bananas' },
    { type: 'agent-message', text: question },
    { type: 'user-message', text: 'pears' },
  ];
  const given = 'The user has provided a tracking code';

  it.each(['The user says goodbye', 'Hand over to a colleague', 'The user wants to talk to a human'])(
    'when the next input helps no more, then the exit "%s" is taken',
    (wayOut) => {
      const scene = { exits: [given, wayOut], transcript, said: 'plums' };
      expect(chosen({ ...scene, asked: cannotGoOn })).toBe(wayOut);
      expect(chosen({ ...scene, asked: question })).toBe('Go on');
    },
  );

  it('when the user says nothing, then the agent stays', () => {
    const exits = [given, 'The user says goodbye'];
    expect(chosen({ exits, transcript, asked: cannotGoOn, said: null })).toBe('Go on');
  });

  it('when the user had asked something and was answered, then they are not dismissed', () => {
    const exits = [given, 'The user says goodbye'];
    expect(chosen({ exits, transcript, asked: answerIsMissing, said: 'plums' })).toBe('Go on');
  });

  it('when no exit ends or hands over, then the agent stays', () => {
    const exits = [given, 'The user wants a refund'];
    expect(chosen({ exits, transcript, asked: cannotGoOn, said: 'plums' })).toBe('Go on');
  });

  it("when the question is answered after all, then it counts, though the agent's last message was no question", () => {
    const exits = ['The user has described the problem', 'The user says goodbye'];
    const asking: readonly TranscriptMessage[] = [
      { type: 'agent-message', text: 'What is the problem?' },
      { type: 'user-message', text: 'Who are you?' },
    ];
    for (const asked of [answerIsMissing, cannotGoOn])
      expect(chosen({ exits, transcript: asking, asked, said: 'a broken vase' })).toBe(exits[0]);
  });

  it('when the answer comes after all, then it counts', () => {
    const exits = ['The user has told the number', 'The user says goodbye'];
    expect(chosen({ exits, transcript, asked: cannotGoOn, said: 'The number is 17' })).toBe(exits[0]);
  });
});

describe('given what only looks like an answer', () => {
  it.each(['thanks', 'Hello', 'I would like that, please'])(
    'when "%s" is said, which tells nothing, then the question stays open',
    (said) => {
      const exits = ['The user has described what brings them here'];
      expect(chosen({ exits, asked: 'What brings you here?', said })).toBe('Go on');
      expect(chosen({ exits, asked: 'What brings you here?', said: 'A cough' })).toBe(exits[0]);
    },
  );

  it('when what was said before is corrected, then the question stays open', () => {
    const exits = ['The user has named a time of the day'];
    const transcript: readonly TranscriptMessage[] = [{ type: 'user-message', text: 'Tuesday' }];
    const asked = 'Do you prefer the morning or the afternoon?';
    expect(chosen({ exits, transcript, asked, said: 'Actually, Wednesday' })).toBe('Go on');
    expect(chosen({ exits, transcript, asked, said: 'Actually, the morning' })).toBe(exits[0]);
  });

  it.each([
    ["that's all in my message already", 'Go on'],
    ["that's all", 'The user says goodbye'],
    ["That's all, thanks!", 'The user says goodbye'],
  ])('when "%s" is said, then "%s"', (said, expected) => {
    expect(chosen({ exits: ['The user says goodbye'], asked: 'Which day would you like?', said })).toBe(
      expected,
    );
  });

  it('when "yes" is said to "Which day?", then no day is named', () => {
    const exits = ['The user has named a day'];
    expect(chosen({ exits, asked: 'Which day would you like?', said: 'yes' })).toBe('Go on');
  });
});

describe('given several actions and no exit that holds', () => {
  const actions = ['Ask for the destination', 'Ask for the travel dates'];
  it('when the input does not answer the question, then it does not trigger the same question again', () => {
    const asking = ['Tell the user that it is late, and ask whether they want help', 'Ask for the time'];
    const asked = 'It is late. Do you want help?';
    expect(chosen({ exits: [], actions: asking, asked, said: 'bananas' })).toBe(asking[1]);
  });

  it('then done actions are skipped', () => {
    expect(chosen({ exits: [], actions, said: 'hi' })).toBe(actions[0]);
    expect(chosen({ exits: [], actions, asked: 'What is your destination?', said: 'Rome' })).toBe(actions[1]);
  });
});
