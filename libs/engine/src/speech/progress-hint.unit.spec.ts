import { actionState, graphOf } from '../../test/graphs.js';
import { lookUp, SteppedTurn, specOf } from '../../test/tools.js';
import { turnInput, userSays, type TurnChanges } from '../../test/turns.js';
import type { ProgressHint } from '../graph/progress-hint.js';
import type { ChannelOverride } from '../graph/speech-rules.js';
import { maxFillerWordingMs } from '../turn/fillers.js';
import { usualDelayMs, usualIntervalMs } from './filler-plan.js';
import { progressPhrases } from './progress-phrases.js';

const phrases = ['One', 'Two', 'Three'];
const hint: ProgressHint = {
  ...{ isDeterministic: true, phrases, triggerDelayMs: 100, intervalMs: 1_000 },
  ...{ mode: 'auto', progressClass: null, expectedLatencyMs: null, customPhrase: null },
};

/** A turn whose tool is running. */
function during(progress: ProgressHint | null, changes: TurnChanges = {}, more = {}): SteppedTurn {
  const spec = specOf(lookUp, { progress, ...more });
  return inState(actionState('desk', { actionTools: [spec] }), changes);
}

function inState(state: ReturnType<typeof actionState>, changes: TurnChanges = {}): SteppedTurn {
  const graph = graphOf([state, actionState('end')]);
  const request = { currentState: 'desk', tools: [lookUp], input: userSays('Hello'), ...changes };
  return new SteppedTurn(turnInput(graph, request)).begin(['look']);
}

const said = (changes: Partial<ProgressHint>, ms: number) =>
  during({ ...hint, ...changes }).passes(ms).fillers;

describe('deterministic', () => {
  it('plays the phrases verbatim and in order, each once', () => {
    expect(said({}, 60_000)).toEqual(phrases);
    expect(
      during(hint)
        .passes(60_000)
        .requests.map(({ task }) => task.type),
    ).not.toContain('filler');
  });

  it('when false, then a model words each, with the phrases as hints', () => {
    const turn = during({ ...hint, isDeterministic: false });
    turn.phrases.push('  I look it up.\nAnd more', 'Nearly there.');
    turn.passes(1_100);
    expect(turn.fillers).toEqual(['I look it up.', 'Nearly there.']);
    expect(turn.task('filler')).toMatchObject({ hints: phrases, said: ['I look it up.'] });
    expect(turn.requests.at(-1)?.messages.at(-1)?.content).toContain('- Three');
  });

  it('when false and no model words one in time, then the hint itself is said', () => {
    const turn = during({ ...hint, isDeterministic: false });
    turn.isPhraseHeld = true;
    turn.passes(100).passes(maxFillerWordingMs - 1, 'filler-wording');
    expect(turn.fillers).toEqual([]);
    expect(turn.passes(1, 'filler-wording').fillers).toEqual(['One']);
    expect(turn.all('cancel').map(({ id }) => id)).toContain(turn.requests.at(-1)?.callId);
  });

  it('when false, then the wording delays no turn', () => {
    const turn = during({ ...hint, isDeterministic: false });
    turn.isPhraseHeld = true;
    turn.passes(100).returns('Nobody');
    expect(turn.told).toBe('Well.');
    expect(turn.fillers).toEqual([]);
  });
});

describe('phrases', () => {
  it('are not said of what has ended while they were worded', () => {
    const turn = during({ ...hint, isDeterministic: false });
    turn.isPhraseHeld = turn.isWordingHeld = true;
    turn.passes(100).returns('Nobody').passes(maxFillerWordingMs, 'filler-wording');
    expect(turn.fillers).toEqual([]);
  });

  it('are what is said; without them it is what is usual for the class', () => {
    expect(said({ phrases: ['Just a second'] }, 100)).toEqual(['Just a second']);
    expect(said({ phrases: null }, 100)).toEqual([progressPhrases(['eng']).compute[0]]);
  });
});

describe('trigger_delay_ms', () => {
  it('is the time before the first phrase; 0 is at once', () => {
    expect(said({ triggerDelayMs: 300 }, 299)).toEqual([]);
    expect(said({ triggerDelayMs: 300 }, 300)).toEqual(['One']);
    expect(said({ triggerDelayMs: 0 }, 0)).toEqual(['One']);
  });

  it('comes before the expected latency, and is the usual one where neither is there', () => {
    expect(said({ triggerDelayMs: 300, expectedLatencyMs: 9 }, 299)).toEqual([]);
    const none = { triggerDelayMs: null, expectedLatencyMs: null };
    expect(said(none, usualDelayMs - 1)).toEqual([]);
    expect(said(none, usualDelayMs)).toEqual(['One']);
  });
});

describe('interval_ms', () => {
  it('is the time from one phrase to the next', () => {
    expect(said({ intervalMs: 500 }, 599)).toEqual(['One']);
    expect(said({ intervalMs: 500 }, 600)).toEqual(['One', 'Two']);
  });

  it('is the usual one where it is null', () => {
    expect(said({ intervalMs: null }, 99 + usualIntervalMs)).toEqual(['One']);
    expect(said({ intervalMs: null }, 100 + usualIntervalMs)).toEqual(['One', 'Two']);
  });
});

describe('mode', () => {
  it('silent says nothing', () => {
    expect(said({ mode: 'silent' }, 60_000)).toEqual([]);
  });

  it.each(['auto', 'backchannel', 'verbal'] as const)('%s speaks in text', (mode) => {
    expect(said({ mode }, 100)).toEqual(['One']);
  });
});

describe('progress_class', () => {
  it.each(['lookup', 'write', 'external-call', 'compute', 'multi-step'] as const)(
    '%s has phrases of its own, in the language of the user',
    (progressClass) => {
      const { user } = during(null).request;
      const inGerman = { user: { ...user, preferredLanguage: 'de' } };
      expect(said({ phrases: null, progressClass }, 100)).toEqual([
        progressPhrases(['eng'])[progressClass][0],
      ]);
      expect(during({ ...hint, phrases: null, progressClass }, inGerman).passes(100).fillers).toEqual([
        progressPhrases(['deu'])[progressClass][0],
      ]);
    },
  );

  it('has other phrases than any other class', () => {
    const each = Object.values(progressPhrases(['eng'])).flat();
    expect(new Set(each).size).toBe(each.length);
  });
});

describe('expected_latency_ms', () => {
  it('is the time before the first phrase where trigger_delay_ms is null', () => {
    const expected = { triggerDelayMs: null, expectedLatencyMs: 700 };
    expect(said(expected, 699)).toEqual([]);
    expect(said(expected, 700)).toEqual(['One']);
  });
});

describe('custom_phrase', () => {
  it('is said where there are no phrases', () => {
    expect(said({ phrases: null, customPhrase: 'Bear with me' }, 100)).toEqual(['Bear with me']);
    expect(said({ customPhrase: 'Bear with me' }, 100)).toEqual(['One']);
  });
});

describe('progress of a tool', () => {
  it('acts while the tool runs, and no longer', () => {
    const turn = during(hint);
    turn.isWordingHeld = true;
    turn.passes(99).returns('Nobody').passes(60_000);
    expect(turn.fillers).toEqual([]);
  });
});

describe('progress of a channel override', () => {
  const progress = { ...hint, phrases: ['By letter'] };
  const override: ChannelOverride = { objective: null, actionGuidelines: [], progress };
  const spec = specOf(lookUp, { progress: hint });
  const desk = (sms: ChannelOverride) =>
    actionState('desk', { actionTools: [spec], channelOverrides: { sms } });

  it('stands for all waits in the state on that channel, and on no other', () => {
    expect(inState(desk(override), { channel: 'sms' }).passes(100).fillers).toEqual(['By letter']);
    expect(inState(desk(override), { channel: 'web' }).passes(100).fillers).toEqual(['One']);
    expect(inState(desk({ ...override, progress: null }), { channel: 'sms' }).passes(100).fillers).toEqual([
      'One',
    ]);
  });

  it('also where nothing else would be said, and also when it is silent', () => {
    const plain = actionState('desk', { channelOverrides: { sms: override } });
    const graph = graphOf([plain, actionState('end')]);
    const turn = new SteppedTurn(
      turnInput(graph, { currentState: 'desk', channel: 'sms', input: userSays('Hi') }),
    );
    turn.isWordingHeld = true;
    expect(turn.begin([]).passes(100).fillers).toEqual(['By letter']);
    const silent = { ...override, progress: { ...hint, mode: 'silent' as const } };
    expect(inState(desk(silent), { channel: 'sms' }).passes(60_000).fillers).toEqual([]);
  });
});

describe('audio_fillers', () => {
  const fillers = { audioFillers: ['Hm', 'Well'], audioFillerAfterMs: 400 };

  it('are said verbatim and in order where no progress stands', () => {
    expect(during(null, {}, fillers).passes(400 + usualIntervalMs).fillers).toEqual(['Hm', 'Well']);
    expect(during(hint, {}, fillers).passes(60_000).fillers).toEqual(phrases);
    expect(during(null).passes(60_000).fillers).toEqual([]);
  });
});

describe('audio_filler_triggered_after', () => {
  it('is the time before the first of them; null: the usual one', () => {
    const at = (audioFillerAfterMs: number | null, ms: number) =>
      during(null, {}, { audioFillers: ['Hm'], audioFillerAfterMs }).passes(ms).fillers;
    expect([at(400, 399), at(400, 400)]).toEqual([[], ['Hm']]);
    expect([at(null, usualDelayMs - 1), at(null, usualDelayMs)]).toEqual([[], ['Hm']]);
  });
});
