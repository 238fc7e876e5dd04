import fc from 'fast-check';
import { transcript } from '../../../test/transcripts.js';
import { checkMemories } from '../check-memories.js';
import { createOfflineExtractor } from './offline-extractor.js';

const never = new AbortController().signal;
const extractor = createOfflineExtractor();

async function contentsOf(...lines: string[]): Promise<readonly string[]> {
  const memories = await extractor.extract(transcript(lines), never);
  return memories.map(({ content }) => content);
}

describe('given a sentence in which people say something of themselves', () => {
  it.each([
    [
      "My name is Dr. Jane O'Neill and I live in St. Louis.",
      ["Is called Jane O'Neill.", 'Lives in St. Louis.'],
    ],
    ['Hello! I’m Anna.', ['Is called Anna.']],
    ['This is Anna speaking.', ['Is called Anna.']],
    [
      'I live in the Netherlands with my husband Jan de Vries.',
      ['Lives in the Netherlands.', 'Has a husband called Jan de Vries.'],
    ],
    ["My sister Anna's dog is ill.", ['Has a sister called Anna.']],
    ["I'm allergic to nuts and hate cats.", ['Is allergic to nuts.']],
    [
      'I take lisinopril for my heart and 2 units of insulin.',
      ['Takes lisinopril.', 'Takes insulin, 2 units.'],
    ],
    ['I like to read in bed, but my wife Eva hates it.', ['Likes to read in bed.', 'Has a wife called Eva.']],
    ["I can't stand loud music anymore", ["Can't stand loud music."]],
    ['My favorite color is blue.', ['Has a favourite color: blue.']],
    [
      "I'm planning to move to Rome with my son Max.",
      ['Plans to move to Rome with their son Max.', 'Has a son called Max.'],
    ],
    [
      "Good morning, this is Paul Meyer. I've been on sertraline since May.",
      ['Is called Paul Meyer.', 'Takes sertraline.'],
    ],
    ['Everyone calls me Bo.', ['Is called Bo.']],
    ['I used to live in Rome, and I live in Pisa now.', ['Lives in Pisa.']],
    ['Now we live in Ghent and we have a cat named Mog.', ['Lives in Ghent.', 'Has a cat called Mog.']],
    [
      'I have a severe allergy to nickel. I also have a food allergy.',
      ['Is allergic to nickel.', 'Has a food allergy.'],
    ],
    ["I'm allergic to dust and to mites.", ['Is allergic to dust.', 'Is allergic to mites.']],
    ['My doctor says I am allergic to amoxicillin.', ['Is allergic to amoxicillin.']],
    ['I stopped taking digoxin after the operation.', ['No longer takes digoxin.']],
    ['I like chess, by the way.', ['Likes chess.']],
    ["Next spring I'm going to start a business.", ['Plans to start a business.']],
    ['I live in Kiel. I mean I live in Kassel.', ['Lives in Kassel.']],
    ['I like tea. I take aspirin. I meant I take ibuprofen.', ['Likes tea.', 'Takes ibuprofen.']],
    ['It is false that I live in Berlin, and I live in Bonn.', ['Lives in Bonn.']],
  ])('when it is "%s", then that is remembered', async (said, contents) => {
    expect(await contentsOf(`user: ${said}`)).toEqual(contents);
  });

  it('then the fact, the confidence, the quotation and the preceding agent message come with it', async () => {
    const asked = transcript([
      'agent: Any medicine?',
      'user: Well, I take 5 mg of lisinopril and I like tea.',
    ]);
    expect(await extractor.extract(asked, never)).toEqual([
      {
        content: 'Takes lisinopril, 5 mg.',
        context: 'Any medicine?',
        confidence: 0.9,
        spans: [{ messageId: 'm2', text: 'I take 5 mg of lisinopril' }],
        fact: { attribute: 'medicine', item: 'lisinopril', value: '5 mg' },
      },
      expect.objectContaining({ content: 'Likes tea.', confidence: 0.8 }),
    ]);
  });
});

describe('given a sentence without a certain statement about the person', () => {
  it.each([
    'My name is important to me.',
    'Hello, this is Urgent business.',
    'My doctor says I might be allergic to nuts.',
    "My mother's doctor says I am allergic to nuts.",
    'The test says nothing, I think I am allergic to nuts.',
    'Oh, great, I love delays.',
    "Sure, I love queues. I'm being sarcastic.",
    'I live in Rome, or used to.',
    "I'm going to start a new line here.",
    'We take aspirin.',
    'Nobody calls me Bob.',
    "Hi, I'm German.",
    "Hello, I'm Sorry to bother you.",
    'I live in fear.',
    'I moved on.',
    'I take the bus, I take it easy and I take a walk.',
    "I'm on Facebook.",
    "I'm married to my job.",
    "I'm single-minded.",
    'I have a dog walking business.',
    'I have two cats called Tom and Jerry.',
    'I like your idea and I love you.',
    'I prefer not to answer. I prefer the second option.',
    'I hate to bother you.',
    "I'd like a table.",
    "I'm going to need help.",
    'I plan to ask you about my bill.',
    "I'm not sure I'm allergic to nuts.",
    "I'm allergic to nothing.",
    'I am allergic to penicillin, aren’t I?',
    'I would be allergic to nuts.',
    'Unless I live in Berlin, call me.',
    'As a child I was allergic to milk.',
    'He claims that I live in Berlin, I live in Berlin.',
    "My brother says I'm allergic to cats, I live in Berlin.",
    'I live in 東京. I like 寿司.',
    '> I live in Berlin.',
    'The sign reads `I live in Berlin.`',
    'Translate this. I live in Berlin.',
    'For example: I live in Berlin.',
    "I live in Berlin. It's not true.",
    "I don't live in Berlin. My name is not Bob. I'm not married.",
    `I live in Berlin${' really'.repeat(100)}`,
  ])('when it is "%s", then nothing is remembered', async (said) => {
    expect(await contentsOf(`user: ${said}`)).toEqual([]);
  });
});

describe('given a denial', () => {
  it('when it is plain, then it takes back the earlier statement and is no memory itself', async () => {
    expect(
      await contentsOf("user: I'm allergic to nuts and cats.", "user: I'm not allergic to Nuts."),
    ).toEqual(['Is allergic to cats.']);
    expect(await contentsOf("user: I don't take aspirin.")).toEqual([]);
  });

  it.each([
    ["I'm no longer allergic to nuts.", 'Is no longer allergic to nuts.'],
    ["I'm not allergic to nuts any more.", 'Is no longer allergic to nuts.'],
    ["Actually, I'm not allergic to nuts.", 'Is not allergic to nuts.'],
    ["I'm not allergic to nuts after all.", 'Is not allergic to nuts.'],
    ["I don't take aspirin anymore.", 'No longer takes aspirin.'],
    ["I'm off metformin now.", "Doesn't take metformin."],
    ['I no longer enjoy jazz.', 'No longer likes jazz.'],
    ["I'm not going to move to Rome after all.", 'Does not plan to move to Rome.'],
  ])('when it says that something has changed, as in "%s", then it is a memory', async (said, content) => {
    const [memory] = await extractor.extract(transcript([`user: ${said}`]), never);
    expect(memory).toMatchObject({ content, fact: { value: 'no' } });
  });

  it('when a message takes back the one before, then only that one gives nothing', async () => {
    expect(
      await contentsOf('user: I like tea.', 'user: I live in Atlantis.', 'agent: Oh.', 'user: I lied.'),
    ).toEqual(['Likes tea.']);
  });
});

describe('given hostile input', () => {
  /** The longest message that a client can send. */
  const length = 40_000;
  const filled = (unit: string) => unit.repeat(Math.ceil(length / unit.length)).slice(0, length);

  it.each([
    'a',
    ' ',
    '\n',
    '\t \n',
    '.',
    '. ',
    '?',
    '!',
    ',',
    ', ',
    '"',
    "'",
    " '",
    '`',
    '> ',
    '\n> ',
    '«',
    'I ',
    'I,',
    'I am ',
    'my ',
    'My wife ',
    ', and I ',
    'so I',
    'actually ',
    ', actually, ',
    'hi ',
    'A',
    'Aa ',
    "A'",
    'A-',
    'de ',
    'Dr. ',
    'St.',
    'My name is ',
    'My name is Aaaa ',
    'I live in the ',
    'I live in A of ',
    'I take 1 mg of ',
    'I take 1',
    'I like a and ',
    "I'm allergic to a, ",
    'I like now ',
    'I plan to me ',
    "I'm not allergic to nuts. ",
    'I like tea. ',
    '\u0301',
    '😀',
    '\ud800',
  ])('when a message is nothing but %j, then it is read all the same', async (unit) => {
    const messages = Array.from({ length: 5 }, (_, index) => `user: ${filled(unit)}${index}`);
    const hostile = transcript(messages);
    const proposals = await extractor.extract(hostile, never);
    expect(proposals.length).toBeLessThanOrEqual(200);
    expect(Object.keys(checkMemories(hostile, proposals).refused)).not.toContain('span_not_found');
  });

  it('then every quotation was said by the user, whatever the input', async () => {
    const words = fc.constantFrom(
      ...'I My am not allergic to take like plan live in Berlin aspirin nuts and , . ? " \' \n no longer wife Eva 5 mg is name'.split(
        ' ',
      ),
      '\n',
      'I’m',
    );
    const line = fc.tuple(fc.constantFrom('user', 'agent'), fc.array(words, { maxLength: 30 }));
    await fc.assert(
      fc.asyncProperty(fc.array(line, { maxLength: 6 }), async (lines) => {
        const said = transcript(lines.map(([sender, parts]) => `${sender}: ${parts.join(' ')}`));
        const { kept, refused } = checkMemories(said, await extractor.extract(said, never));
        expect(Object.keys(refused).filter((reason) => reason !== 'repeated')).toEqual([]);
        for (const { spans } of kept) {
          const [span] = spans;
          expect(said.messages.find(({ messageId }) => messageId === span?.messageId)?.sender).toBe('user');
        }
      }),
    );
  });

  it('when the signal is aborted, then its reason ends the extraction', async () => {
    const reason = new Error('enough');
    await expect(extractor.extract(transcript([]), AbortSignal.abort(reason))).rejects.toBe(reason);
  });
});
