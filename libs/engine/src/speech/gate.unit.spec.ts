import fc from 'fast-check';
import { done, GatedTurn, policyOf } from '../../test/gated-turn.js';
import { ModelError } from '../model/model-error.js';
import { maxHoldMs, maxHeldCharacters } from './gate.js';
import { maxSentence } from './sentences.js';
import type { Ruling, SpeechPolicy, UnsaidText } from '../protocol/speech-policy.js';

const wording = 'i1/m.engage.desk.1';
const saysAll = policyOf(() => ({ type: 'say' }));

/** Rules by the first of these words that the text contains. */
function byWord(rulings: Readonly<Record<string, Ruling>>): SpeechPolicy {
  return policyOf(({ text }) => {
    const known = Object.entries(rulings).find(([word]) => text.includes(word));
    return known?.[1] ?? { type: 'say' };
  });
}

/** Allows everything, and keeps what it was shown. */
function watching(seen: UnsaidText[]): SpeechPolicy {
  return policyOf((unsaid) => {
    seen.push(unsaid);
    return { type: 'say' };
  });
}

it('given no policies, when a piece comes, then it is sent at once and unchanged, and no timer is set', () => {
  const turn = new GatedTurn([]);
  expect(turn.says('We', ' are', ' open. C')).toEqual(['We', ' are', ' open. C']);
  expect(done(turn.comes({ type: 'model-delta', id: wording, text: 'ome' }))).toEqual([]);
  expect(turn.ends()).toEqual(['']);
  expect(turn.commit?.facts.map(({ type }) => type)).toEqual([
    'turn-began',
    'model-said',
    'model-attempted',
    'model-ended',
  ]);
});

describe('given a policy that allows everything', () => {
  it('when a sentence ends, then it is sent as soon as that is known', () => {
    const turn = new GatedTurn([saysAll]);
    expect(turn.says('We are', ' open.')).toEqual([]);
    expect(turn.says(' Come')).toEqual(['We are open. ']);
    expect(turn.ends()).toEqual(['Come', '']);
    expect(turn.result).toMatchObject({ message: 'We are open. Come', isCut: false });
  });

  it('then the message is the same as without it, for any split into pieces', () => {
    const texts = ['Hi', '. ', '?', ' A', '\n', ' ', '\u0000', '\ud83d', '\ude00', 'x'.repeat(90), '。'];
    const message = fc.array(fc.constantFrom(...texts), { minLength: 1, maxLength: 20 });
    fc.assert(
      fc.property(message, fc.boolean(), (pieces, isBroken) => {
        const [one, other] = [[], [saysAll]].map((policies) => {
          const turn = new GatedTurn(policies, 100);
          turn.says(...pieces);
          turn.ends(isBroken ? { failure: 'unavailable' } : {});
          return turn.result ?? turn.end;
        });
        expect(JSON.stringify(other)).toBe(JSON.stringify(one));
      }),
      { numRuns: 300, seed: 17 },
    );
  });

  it('then it is shown storable text, and the text sent before it', () => {
    const seen: (readonly [text: string, said: string])[] = [];
    const policy = policyOf(({ text }, { said }) => {
      seen.push([text, said]);
      return { type: 'say' };
    });
    const turn = new GatedTurn([policy]);
    turn.says(' Sec\u0000ret\ud83d. ', 'Bye');
    turn.ends();
    expect(seen).toEqual([
      [' Secret\ufffd. ', ''],
      ['Bye', 'Secret\ufffd. '],
    ]);
  });
});

describe('given a policy that objects', () => {
  it('when a sentence is dropped or replaced, then only the rest is sent and stored', () => {
    const turn = new GatedTurn([
      byWord({ secret: { type: 'drop' }, phone: { type: 'replace', by: 'Write to us.' } }),
    ]);
    expect(turn.says('The secret is out. My phone is 555. Bye.')).toEqual(['Write to us. ']);
    expect(turn.ends()).toEqual(['Bye.', '']);
    expect(turn.result?.message).toBe('Write to us. Bye.');
    expect(JSON.stringify(turn.commit?.facts)).not.toContain('secret');
  });

  it('when it ends the message, then the model is stopped, and nothing else is sent', () => {
    const refusal: Ruling = { type: 'replace', by: 'Ask a doctor.', endsMessage: true };
    const turn = new GatedTurn([byWord({ diagnosis: refusal })]);
    expect(turn.says('Hello', '. My')).toEqual(['Hello. ']);
    const text = ' diagnosis is this. And';
    expect(done(turn.comes({ type: 'model-delta', id: wording, text }))).toEqual([
      'cancel i1/t.hold.2',
      'stop-model',
    ]);
    expect(turn.says(' more.')).toEqual([]);
    expect(turn.ends({ failure: 'unavailable' })).toEqual(['']);
    expect(turn.result).toMatchObject({ message: 'Hello. Ask a doctor. ', isCut: false });
    expect(turn.commit?.calls).toMatchObject([{ failure: null }]);
  });

  it('when nothing is left, then the turn fails as withheld, and the call counts as answered', () => {
    const turn = new GatedTurn([byWord({ secret: { type: 'drop' } })]);
    turn.says('The secret is out.');
    expect(turn.ends()).toEqual([]);
    expect(turn.end).toMatchObject({
      end: { outcome: 'failed', failure: { kind: 'message_withheld', code: 'service_unavailable' } },
    });
    expect(turn.recorder.calls()).toMatchObject([{ failure: null }]);
  });

  it('when the model itself returns nothing, then that is its failure', () => {
    const turn = new GatedTurn([byWord({ secret: { type: 'drop' } })]);
    turn.says(' \n ');
    turn.ends();
    expect(turn.end).toMatchObject({ end: { failure: { kind: 'bad_output' } } });
  });

  it('when its replacement is too long, then the message is cut', () => {
    const turn = new GatedTurn([policyOf(() => ({ type: 'replace', by: 'y'.repeat(20) }))], 15);
    expect(turn.says('Hello. And')).toEqual(['y'.repeat(15)]);
    turn.ends();
    expect(turn.result).toMatchObject({ message: 'y'.repeat(15), isCut: true });
  });
});

describe('given a policy that holds a sentence', () => {
  const holds = policyOf(({ text }) =>
    text.includes('booked') && !text.includes('calendar')
      ? { type: 'hold', otherwise: { type: 'replace', by: 'I will see.' } }
      : { type: 'say' },
  );

  it('when the next one comes, then both are judged together', () => {
    const turn = new GatedTurn([holds]);
    expect(turn.says('I have booked it. It')).toEqual([]);
    expect(turn.says(' is in your calendar. Bye')).toEqual(['I have booked it. It is in your calendar. ']);
  });

  it('when the message ends, then the fallback ruling applies', () => {
    const turn = new GatedTurn([holds]);
    turn.says('Well. I have booked it. \n');
    expect(turn.ends()).toEqual(['I will see. \n', '']);
    expect(turn.result?.message).toBe('Well. I will see. \n');
  });

  it('when more text comes than may be held, then the fallback ruling applies', () => {
    const turn = new GatedTurn([holds]);
    const more = 'Or so it seems to be, as far as I can tell. ';
    const count = Math.ceil(maxHeldCharacters / more.length);
    const pieces = ['I have booked it. ', ...Array.from({ length: count + 1 }, () => more)];
    expect(turn.says(...pieces)).toEqual(['I will see. ']);
  });

  it('when it has waited for the maximum time, then the fallback ruling applies, and text after it is judged on its own', () => {
    const turn = new GatedTurn([holds]);
    expect(turn.says('I have booked it.', ' ')).toEqual([]);
    expect(turn.fires(1)).toEqual(['I will see. ']);
    expect(turn.says('It is late. Bye')).toEqual(['It is late. ']);
  });

  it('when the turn is cancelled, then it is neither sent nor stored', () => {
    const turn = new GatedTurn([holds]);
    turn.says('Well. I have booked it. It');
    expect(done(turn.comes({ type: 'cancelled' }))).toEqual([
      'cancel i1/t.hold.1',
      `cancel ${wording}`,
      'end-turn',
    ]);
    expect(turn.fires(1)).toEqual([]);
  });

  it('when the model fails, then it is not sent', () => {
    const turn = new GatedTurn([holds]);
    turn.says('I have booked it. It');
    const error = new ModelError('timeout');
    const commands = turn.comes({ type: 'model-failed', id: wording, failure: error });
    expect(commands).toEqual([
      { type: 'cancel', id: 'i1/t.hold.1' },
      { type: 'end-turn', end: { outcome: 'failed', failure: error } },
    ]);
  });
});

describe('given a sentence that does not end', () => {
  it('when it has waited for the maximum time, then the policy is shown the unfinished text', () => {
    const seen: UnsaidText[] = [];
    const turn = new GatedTurn([watching(seen)]);
    turn.says('Let me see', ' \ud83d');
    expect(turn.fires(1)).toEqual(['Let me see ']);
    turn.says('\ude00. Bye');
    expect(seen).toEqual([
      { text: 'Let me see ', isWhole: false },
      { text: 'Let me see 😀. ', begun: 'Let me see ', isWhole: true },
    ]);
  });

  it('then a timer runs as long as text waits, and again for text after a ruling', () => {
    const turn = new GatedTurn([saysAll]);
    const upon = (text: string) => done(turn.comes({ type: 'model-delta', id: wording, text }));
    expect(upon('We')).toEqual([`set-timer i1/t.hold.1 ${maxHoldMs}`]);
    expect(upon(' are open.')).toEqual([]);
    expect(upon(' Come')).toEqual(['cancel i1/t.hold.1', `set-timer i1/t.hold.2 ${maxHoldMs}`]);
    const error = new ModelError('timeout');
    expect(done(turn.comes({ type: 'model-failed', id: wording, failure: error }))).toContain(
      'cancel i1/t.hold.2',
    );
  });

  it('when its model breaks off, then it is no whole sentence, and the message shows that it is cut', () => {
    const seen: UnsaidText[] = [];
    const turn = new GatedTurn([watching(seen)]);
    turn.says('We are');
    turn.ends({ failure: 'unavailable' });
    expect(seen).toEqual([{ text: 'We are', isWhole: false }]);
    expect(turn.result).toMatchObject({ message: 'We are…', isCut: true });
  });

  it('when a timer fires that is cancelled or was never set, then nothing happens', () => {
    const turn = new GatedTurn([saysAll]);
    turn.says('We', ' are open. Come');
    expect([turn.fires(1), turn.fires(99)]).toEqual([[], []]);
    expect(turn.fires(2)).toEqual(['Come']);
    expect(turn.fires(2)).toEqual([]);
  });
});

describe('given a phrase that must not be said, by a policy that only looks at the text', () => {
  const forbidden = 'you have cancer';
  const policies = [
    policyOf(({ text }) =>
      text.replaceAll(/\s+/g, ' ').includes(forbidden)
        ? { type: 'replace', by: 'I can not say that.' }
        : { type: 'say' },
    ),
  ];

  it('then no pause gets it by, wherever the text is split, however often', () => {
    const message = `I am sorry to tell you that ${forbidden}. Call us.`;
    fc.assert(
      fc.property(fc.uniqueArray(fc.nat(message.length), { maxLength: 6 }), (places) => {
        const ends = [...places, message.length].toSorted((one, other) => one - other);
        const turn = new GatedTurn(policies);
        for (const [index, end] of ends.entries()) {
          turn.says(message.slice(ends[index - 1] ?? 0, end));
          // Only the latest timer is set.
          for (let timer = 1; timer <= 20; timer += 1) turn.fires(timer);
        }
        turn.ends();
        expect(turn.result?.message).not.toContain(forbidden);
        expect(turn.result?.message).toContain('I can not say that.');
      }),
      { numRuns: 300, seed: 17 },
    );
  });

  it('then no pause within an abbreviation gets it by', () => {
    const turn = new GatedTurn([
      policyOf(({ text }) =>
        text.includes('Dr. Smith') ? { type: 'replace', by: 'I can not say that.' } : { type: 'say' },
      ),
    ]);
    turn.says('It was Dr');
    turn.fires(1);
    turn.says('. Smith did it. Call us.');
    turn.ends();
    expect(turn.result?.message).not.toContain('Dr. Smith');
  });

  it('then no length of its sentence gets it by', () => {
    for (let length = maxSentence - 40; length <= maxSentence + 40; length += 1) {
      const turn = new GatedTurn(policies);
      const long = `As ${'we said at length '.repeat(40)}`.slice(0, length - 1);
      turn.says(`${long} I must say that ${forbidden}. Call us.`);
      turn.ends();
      expect(turn.result?.message.replaceAll(/\s+/g, ' ')).not.toContain(forbidden);
    }
  });

  it('then each policy sees both sides of a split, also after another one has replaced the rest', () => {
    const seen: string[] = [];
    const replacing = policyOf(({ text }) =>
      text.includes('flu') ? { type: 'replace', by: 'cancer' } : { type: 'say' },
    );
    const turn = new GatedTurn([
      replacing,
      policyOf(({ text }) => (seen.push(text), { type: 'say' })),
      ...policies,
    ]);
    turn.says('It seems that you have');
    turn.fires(1);
    turn.says(' flu. Call us.');
    turn.ends();
    expect(seen).toContain('It seems that you have cancer ');
    expect(turn.result?.message).not.toContain(forbidden);
  });
});

describe('given rulings that take time', () => {
  it('when pieces come during a ruling, then they wait, and rulings on other texts change nothing', () => {
    const turn = new GatedTurn([saysAll]);
    turn.rulesAtOnce = false;
    expect(turn.rules(7, { type: 'drop' })).toEqual([]);
    expect(turn.says('One. Two. ', 'Three. ')).toEqual([]);
    expect(turn.rules(1, { type: 'say' })).toEqual(['One. ']);
    expect(turn.rules(1, { type: 'drop' })).toEqual([]);
    expect(turn.rules(2, { type: 'say' })).toEqual(['Two. ']);
  });

  it('when the time is over during a ruling, then text after it still waits for its sentence', () => {
    const turn = new GatedTurn([saysAll]);
    turn.says('One.');
    turn.rulesAtOnce = false;
    turn.says(' Two', ' and');
    expect(turn.fires(1)).toEqual([]);
    expect(turn.rules(1, { type: 'say' })).toEqual(['One. ']);
    expect(turn.rules(2, { type: 'say' })).toEqual([]);
  });
});
