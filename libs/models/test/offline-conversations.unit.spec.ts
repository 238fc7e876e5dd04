import { Conversation } from './conversation.js';
import { dentist, dentistAgent } from './graphs/dentist.js';
import { parcel, parcelAgent } from './graphs/parcel.js';
import { pottery, potteryAgent } from './graphs/pottery.js';

/** Sends each line in turn; returns the states in which the agent spoke. */
async function walk(conversation: Conversation, lines: readonly string[]) {
  await conversation.begin();
  const states: (string | null)[] = [conversation.state];
  for (const line of lines) {
    await conversation.say(line);
    states.push(conversation.state);
  }
  return states;
}

describe('given the graph of a dental practice', () => {
  it('when a new patient wants a check-up, then the model leads them to the end', async () => {
    const conversation = new Conversation(dentist, dentistAgent);
    const states = await walk(conversation, [
      "Hi! I'd like a check-up, please",
      'No, this is my first time',
      "I'm Jonas Berg, 0171 5550123",
      'next Tuesday morning',
      'Yes, perfect',
    ]);
    expect(states).toEqual(['reason', 'history', 'name', 'date', 'confirm', 'bye']);
    expect(conversation.isCompleted).toBe(true);
  });

  it('when it is an emergency, then the other path is taken, and questions in between are answered', async () => {
    const conversation = new Conversation(dentist, dentistAgent);
    await walk(conversation, ['One of my teeth broke and it hurts a lot', 'Jonas Berg, 0171 5550123']);
    expect(conversation.state).toBe('date');
    const { message } = await conversation.say('Where can I park?');
    expect(message).toContain('Parking is free behind the house.');
    expect(message).toContain('What is your preferred date?');

    await conversation.say('Tuesday at 9');
    await conversation.say('could we take another day?');
    expect(conversation.state).toBe('date');
    await conversation.say('Thursday then');
    await conversation.say('yes');
    expect(conversation.isCompleted).toBe(true);
  });

  it('when statements are summarized, then it is in the words of the user', async () => {
    const conversation = new Conversation(dentist, dentistAgent);
    await walk(conversation, ["I'd like a check-up", 'No', 'Jo Berg, 0171 5550123', 'next Tuesday']);
    expect(conversation.transcript.at(-1)?.text).toContain('“Jo Berg, 0171 5550123”, “next Tuesday”');
  });
});

describe('given the graph of a pottery studio', () => {
  it('when the visitor asks for a price, then that does not count as choosing', async () => {
    const conversation = new Conversation(pottery, potteryAgent);
    await walk(conversation, ['No, never']);
    const { message } = await conversation.say('hmm, how much is the beginner course?');
    expect(message).toContain('The beginner course costs 80 euros');
    expect(conversation.state).toBe('interest');
  });

  it('when the visitor chooses and agrees, then the conversation ends with the wish', async () => {
    const conversation = new Conversation(pottery, potteryAgent);
    const states = await walk(conversation, [
      'No, never',
      "I'd take the beginner course then",
      'Yes, please reserve one',
      'eva@example.org',
    ]);
    expect(states).toEqual(['interest', 'interest', 'offer', 'email', 'bye']);
    expect(conversation.transcript.at(-1)?.text).toContain('I wish you a creative day. Goodbye!');
  });

  it('when the visitor declines, then nobody asks for an address', async () => {
    const conversation = new Conversation(pottery, potteryAgent);
    const states = await walk(conversation, ['Yes, a bit', 'The wheel course', "No thanks, I'd rather not"]);
    expect(states).toEqual(['interest', 'interest', 'offer', 'bye']);
  });
});

describe('given the graph of a parcel service', () => {
  it('when the parcel is lost, then it passes two decisions and ends', async () => {
    const conversation = new Conversation(parcel, parcelAgent);
    const states = await walk(conversation, [
      'My parcel never arrived',
      "I don't have one",
      "ok, I'll take the refund",
      "no, that's all",
    ]);
    expect(states).toEqual(['problem', 'tracking', 'refund', 'anything', 'bye']);
    expect(conversation.transcript.map(({ text }) => text)).toContain('Trace the parcel first.');
  });

  it('when the parcel is damaged, then the decision takes the other path', async () => {
    const conversation = new Conversation(parcel, parcelAgent);
    const states = await walk(conversation, [
      'hello',
      'The vase in my parcel was damaged',
      'No, I want a new vase',
      'Yes, one more thing',
      'nothing else, thanks',
    ]);
    expect(states).toEqual(['problem', 'problem', 'refund', 'anything', 'other', 'bye']);
  });
});

describe('given any of them', () => {
  it.each([
    ['dentist', dentist, dentistAgent],
    ['pottery', pottery, potteryAgent],
    ['parcel', parcel, parcelAgent],
  ])(
    'then the greeting of %s names the agent, streams in pieces and speaks to the user',
    async (_name, graph, agent) => {
      const { message, pieces } = await new Conversation(graph, agent).begin();
      expect(message).toContain(agent.identity.name);
      expect(pieces.length).toBeGreaterThan(2);
      expect(pieces.join('')).toBe(message);
      expect(message).toMatch(/\?$/);
      expect(message).not.toMatch(/\b(the (user|customer|patient|visitor)|objective|action|state)\b/i);
    },
  );
});
