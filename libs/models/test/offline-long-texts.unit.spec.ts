import { Conversation, plainAgent } from './conversation.js';
import { dentist } from './graphs/dentist.js';
import { action, graph } from './graphs/builders.js';

/** Texts that make patterns backtrack, each about 60,000 characters long. */
const long = [
  'so is '.repeat(10_000),
  'I ask and then ask, and '.repeat(2_500),
  'a '.repeat(30_000),
  'x'.repeat(60_000),
  ' '.repeat(60_000),
  'what the '.repeat(6_500),
  '“'.repeat(60_000),
  '?. '.repeat(20_000),
  'hm'.repeat(30_000),
  'really, '.repeat(7_500),
];

// A turn takes some 10 ms. A pattern with catastrophic backtracking takes minutes, far beyond the limit of a test.
describe('given a text of many thousand characters', () => {
  it.each(long)('when the user says it, then it is answered (%#)', async (text) => {
    const conversation = new Conversation(dentist);
    await conversation.begin();
    await conversation.say(text);
    expect((await conversation.say('yes')).message).not.toBe('');
  });

  it.each(long.filter((text) => text.trim() !== ''))(
    'when the author wrote it, then it is answered (%#)',
    async (text) => {
      // The engine's limit for actions and exit conditions; other texts have no limit.
      const longest = text.slice(0, 4_000);
      const long = graph('Long.', [
        action('start', text, [longest, `more ${longest}`.slice(0, 4_000)], [[longest, 'end']], {
          action_guidelines: [text],
          boundary_constraints: [text],
        }),
        action('end', 'End', ['Say goodbye'], []),
      ]);
      const conversation = new Conversation(long, { ...plainAgent, background: text });
      await conversation.begin();
      expect((await conversation.say('Where do we go, and why is it so?')).message).not.toBe('');
    },
  );
});
