import { ModelError, type ModelPort } from '@svc/engine';
import { ManualTimers } from '../../test/manual-timers.js';
import { ScriptedPort } from '../../test/scripted-port.js';
import { Circuit } from './circuit.js';
import { TryBudget } from './try-budget.js';
import { TryLog } from './try-log.js';
import { TryPlan } from './try-plan.js';

type Line = readonly [level: string, message: string, fields: unknown];

/** Plans of consecutive calls to the same models, with their log. */
function opened(conversationId: string | null, ...names: readonly string[]) {
  const lines: Line[] = [];
  const at = (level: string) => (message: string, fields?: unknown) =>
    void lines.push([level, message, fields]);
  const logger = {
    debug: at('debug'),
    info: at('info'),
    warn: at('warn'),
    error: at('error'),
    child: () => logger,
  };
  const timers = new ManualTimers();
  const port: ModelPort = new ScriptedPort('p/m', []);
  const models = names.map((name) => ({ name, port, circuit: new Circuit() }));
  const log = new TryLog(logger, conversationId);
  const plan = () => new TryPlan(models, { timers, random: () => 0, budget: new TryBudget(0, 30_000), log });
  const call = (error: ModelError | null) => {
    const one = plan();
    one.first();
    if (error) one.failed(error);
    else one.answered();
  };
  return { lines, timers, call };
}

const unavailable = new ModelError('unavailable', { privateDetail: 'what the provider says' });
/** Not retried where there is a fallback, since it names a wait. */
const rateLimited = new ModelError('rate_limited', { retryAfterSeconds: 1 });

describe('given calls that succeed', () => {
  it('then nothing is logged', () => {
    const { call, lines } = opened('c1', 'main', 'spare');
    call(null);
    expect(lines).toEqual([]);
  });
});

describe('given a call that fails', () => {
  it('when the same model is retried, then that is logged with its conversation', () => {
    const { call, lines } = opened('c1', 'main');
    call(unavailable);
    expect(lines).toEqual([
      [
        'warn',
        'a model is asked again',
        { conversation_id: 'c1', model: 'main', failure: 'unavailable', wait_ms: 200 },
      ],
    ]);
  });

  it('when another model is called, then that is logged', () => {
    const { call, lines } = opened('c1', 'main', 'spare');
    call(new ModelError('refused'));
    expect(lines).toEqual([
      [
        'warn',
        'another model is asked instead',
        { conversation_id: 'c1', model: 'main', fallback: 'spare', failure: 'refused' },
      ],
    ]);
  });

  it('when no model is left, then that is logged, and for one that refuses what to check', () => {
    const { call, lines } = opened('c1', 'main');
    call(new ModelError('content_filtered'));
    call(new ModelError('refused'));
    expect(lines).toEqual([
      [
        'warn',
        'a call fails, for no model is left to ask',
        { conversation_id: 'c1', model: 'main', failure: 'content_filtered' },
      ],
      [
        'error',
        'a model refuses what it is asked, and no other is left to ask: see whether its key and its name are right',
        { conversation_id: 'c1', model: 'main', failure: 'refused' },
      ],
    ]);
  });

  it('when there is no conversation, then none is named', () => {
    const { call, lines } = opened(null, 'main');
    call(unavailable);
    expect(lines[0]?.[2]).not.toHaveProperty('conversation_id');
  });
});

describe('given a model that keeps failing', () => {
  it('then its pause is logged once, then its fallback, the probe, and its recovery', () => {
    const { call, lines, timers } = opened('c1', 'main', 'spare');
    for (let time = 0; time < 6; time += 1) call(rateLimited);
    expect(lines.filter(([level]) => level === 'error')).toEqual([
      [
        'error',
        'a model goes on failing and is left alone',
        { conversation_id: 'c1', model: 'main', failure: 'rate_limited', rest_ms: 2_000 },
      ],
    ]);

    lines.length = 0;
    call(null);
    expect(lines).toEqual([
      ['warn', 'another model is asked instead', { conversation_id: 'c1', model: 'main', fallback: 'spare' }],
    ]);

    lines.length = 0;
    timers.pass(2_000);
    call(null);
    expect(lines).toEqual([
      ['info', 'a model that was left alone is tried', { conversation_id: 'c1', model: 'main' }],
      ['info', 'a model answers again', { conversation_id: 'c1', model: 'main' }],
    ]);
  });

  it('when its circuit is open and there is no fallback, then each call that fails for it is logged', () => {
    const { call, lines } = opened('c1', 'main');
    for (let time = 0; time < 6; time += 1) call(new ModelError('rate_limited', { retryAfterSeconds: 9 }));
    lines.length = 0;
    expect(() => call(null)).toThrow(ModelError);
    expect(lines).toEqual([
      ['warn', 'a call fails, for no model is left to ask', { conversation_id: 'c1', model: 'main' }],
    ]);
  });

  it('when its probe fails, then its pause is logged again, with its length', () => {
    const { call, lines, timers } = opened('c1', 'main', 'spare');
    for (let time = 0; time < 6; time += 1) call(rateLimited);
    lines.length = 0;
    timers.pass(2_000);
    call(rateLimited);
    expect(lines.map(([, message]) => message)).toEqual([
      'a model that was left alone is tried',
      'a model goes on failing and is left alone',
      'another model is asked instead',
    ]);
    expect(lines[1]?.[2]).toMatchObject({ rest_ms: 4_000 });
  });
});
