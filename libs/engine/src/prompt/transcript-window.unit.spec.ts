import fc from 'fast-check';
import { characters, tokens, transcriptWindow } from './transcript-window.js';
import type { TranscriptMessage } from '../input/transcript-message.js';

const said = (text: string): TranscriptMessage => ({ type: 'user-message', text });
const note = (text: string): TranscriptMessage => ({ type: 'agent-inner-thought', text });
const texts = (transcript: readonly TranscriptMessage[]) => transcript.map(({ text }) => text);
const within = (most: number, ...messages: readonly TranscriptMessage[]) =>
  texts(transcriptWindow(messages, characters(most)));

const anyTranscript = fc.array(
  fc.oneof(
    fc.string({ minLength: 1, maxLength: 120, unit: 'grapheme' }).map(said),
    fc.constantFrom('A', 'B', 'C').map(note),
  ),
  { maxLength: 60 },
);

describe('given a transcript', () => {
  it('when it fits, then all of it is shown', () => {
    expect(within(12, said('four'), said('four'), said('four'))).toEqual(['four', 'four', 'four']);
  });

  it('when it does not, then the older half is dropped at once, and the next messages do not change its beginning', () => {
    const five = ['1111', '2222', '3333', '4444', '5555'].map(said);
    expect(within(16, ...five)).toEqual(['4444', '5555']);
    expect(within(16, ...five, said('6666'), said('7777'))).toEqual(['4444', '5555', '6666', '7777']);
    expect(within(16, ...five, said('6666'), said('7777'), said('8888'))).toEqual(['7777', '8888']);
  });

  it("then notes don't count and stay, each once, at its last position", () => {
    const before = [note('A'), note('B'), note('A'), said('x'.repeat(90)), said('x'.repeat(90))];
    expect(within(200, ...before, said('y'.repeat(100)))).toEqual(['B', 'A', 'y'.repeat(100)]);
  });

  it('when a message is longer than half of the window, then its middle is left out, and earlier messages stay', () => {
    const long = `Begin ${'x'.repeat(5_000)} end.`;
    const [first, shown, last] = within(400, said('My name is Ada.'), said(long), said('And now?'));
    expect([first, last]).toEqual(['My name is Ada.', 'And now?']);
    expect(shown).toMatch(/^Begin x+ \[… left out …\] x+ end\.$/);
    expect(shown?.length).toBeLessThanOrEqual(200);
  });

  it('when it is measured in tokens, then a script with more tokens takes more of it', () => {
    const english = Array.from({ length: 50 }, () => said('My knee hurts since Sunday'));
    const chinese = Array.from({ length: 50 }, () =>
      said('我的膝盖从星期天开始疼痛，请问可以预约吗？谢谢您'),
    );
    const shown = (of: readonly TranscriptMessage[]) => transcriptWindow(of, tokens(400)).length;
    expect(shown(chinese)).toBeLessThan(shown(english));
    expect(shown(chinese)).toBeGreaterThan(0);
  });
});

describe('given any transcript', () => {
  it('then measuring by total length and by message gives the same result', () => {
    fc.assert(
      fc.property(anyTranscript, fc.integer({ min: 80, max: 4_000 }), (transcript, most) => {
        for (const size of [characters(most), tokens(most)]) {
          const measured = transcriptWindow(transcript, { ...size, largestOf: () => Infinity });
          expect(transcriptWindow(transcript, size)).toEqual(measured);
        }
      }),
    );
  });

  it('then what is shown stays within the size', () => {
    fc.assert(
      fc.property(anyTranscript, fc.integer({ min: 80, max: 400 }), (transcript, most) => {
        for (const size of [characters(most), tokens(most)]) {
          const shown = transcriptWindow(transcript, size).filter(({ type }) => type === 'user-message');
          expect(shown.reduce((sum, { text }) => sum + size.sizeOf(text), 0)).toBeLessThanOrEqual(most);
        }
      }),
    );
  });

  it('then the window of a window plus new messages is the window of the whole', () => {
    fc.assert(
      fc.property(anyTranscript, fc.nat(60), fc.integer({ min: 80, max: 400 }), (transcript, place, most) => {
        const size = characters(most);
        const kept = transcriptWindow(transcript.slice(0, place), size);
        expect(transcriptWindow([...kept, ...transcript.slice(place)], size)).toEqual(
          transcriptWindow(transcript, size),
        );
      }),
    );
  });

  it('then no half of a character is shown', () => {
    const emoji = said('😀'.repeat(500));
    for (let most = 40; most < 60; most += 1)
      expect(transcriptWindow([emoji], characters(most))[0]?.text.isWellFormed()).toBe(true);
  });
});
