import type { Timed } from '@svc/kernel';
import {
  postProcessingDecider,
  type PostProcessing,
  type PostProcessingCommand,
  type PostProcessingEvent,
} from './post-processing.js';

const conversation = {
  conversationId: 'c1',
  userId: 'ada',
  serviceId: 's1',
  homeOrgId: null,
  finishedAtMs: 1_000,
};
const start: PostProcessingCommand = { type: 'StartPostProcessing', conversation };
const extracted: PostProcessingCommand = { type: 'CompleteStage', stage: 'extract-memories' };
const modelled: PostProcessingCommand = { type: 'CompleteStage', stage: 'generate-user-models' };
const failed: PostProcessingCommand = {
  type: 'RecordFailedAttempt',
  stage: 'extract-memories',
  failure: 'ModelError',
};
const resume: PostProcessingCommand = { type: 'ResumePostProcessing' };
const abandon: PostProcessingCommand = { type: 'AbandonPostProcessing' };

interface Run {
  readonly state: PostProcessing;
  readonly events: readonly PostProcessingEvent[];
}

/** Runs the commands in order, a second apart, the first at 1 s. */
function run(...commands: readonly PostProcessingCommand[]): Run {
  const { decide, evolve, initialState } = postProcessingDecider;
  const begin: Run = { state: initialState, events: [] };
  return commands.reduce(({ state, events }: Run, command, index): Run => {
    const timed: PostProcessingCommand & Timed = { ...command, atMs: (index + 1) * 1_000 };
    const decided = decide(state, timed);
    return { state: decided.reduce(evolve, state), events: [...events, ...decided] };
  }, begin);
}
const typesOf = ({ events }: Run) => events.map(({ type }) => type);

describe('a finished conversation', () => {
  it('then its stages complete in order, each of them once', () => {
    const { state, events } = run(start, modelled, extracted, extracted, modelled, modelled, start);
    const completed = events.filter(({ type }) => type === 'PostProcessingStageCompleted');
    expect(completed.map(({ data }) => data)).toEqual([
      {
        conversationId: 'c1',
        userId: 'ada',
        serviceId: 's1',
        stage: 'extract-memories',
        completedAtMs: 3_000,
      },
      {
        conversationId: 'c1',
        userId: 'ada',
        serviceId: 's1',
        stage: 'generate-user-models',
        completedAtMs: 5_000,
      },
    ]);
    expect(state).toMatchObject({ status: 'completed', stage: null, dueAtMs: null });
  });

  it('then the first stage is due at once', () => {
    expect(run(start).state).toMatchObject({ status: 'pending', stage: 'extract-memories', dueAtMs: 1_000 });
  });
});

describe('a stage that fails', () => {
  it('then it is due again after 5 s, 30 s, 2 min and 10 min, and then no longer', () => {
    const { events, state } = run(start, failed, failed, failed, failed, failed, failed);
    const attempts = events.flatMap((event) =>
      event.type === 'PostProcessingAttemptFailed' ? [event.data] : [],
    );
    expect(
      attempts.map(({ failedAtMs, retryAtMs }) => (retryAtMs === null ? null : retryAtMs - failedAtMs)),
    ).toEqual([5_000, 30_000, 120_000, 600_000, null]);
    expect(state).toMatchObject({ status: 'failed', stage: 'extract-memories', dueAtMs: null, failures: 5 });
  });

  it('when it completes in the end, then the next one begins without failures', () => {
    expect(run(start, failed, failed, extracted).state).toMatchObject({
      stage: 'generate-user-models',
      failures: 0,
      failure: null,
    });
  });

  it('given it has failed for good, when the installer resumes it, then it is due at once and has all its attempts', () => {
    const broken = [start, failed, failed, failed, failed, failed];
    expect(run(...broken, extracted).state).toMatchObject({ status: 'failed' });
    expect(run(...broken, resume).state).toMatchObject({ status: 'pending', dueAtMs: 7_000, failures: 0 });
    expect(typesOf(run(...broken, resume, extracted)).at(-1)).toBe('PostProcessingStageCompleted');
  });

  it.each([
    ['nothing', []],
    ['one that is pending', [start]],
    ['one that has ended', [start, extracted, modelled]],
  ])('given %s, when the operator resumes it, then it is not found', (_what, commands) => {
    expect(() => run(...commands, resume)).toThrow(expect.objectContaining({ code: 'not_found' }) as Error);
  });
});

describe('a person who was erased', () => {
  it('then no stage of their conversation completes any longer', () => {
    const { state, events } = run(start, abandon, extracted, failed, abandon);
    expect(typesOf({ state, events })).toEqual(['PostProcessingStarted', 'PostProcessingAbandoned']);
    expect(state).toMatchObject({ status: 'abandoned', stage: null });
  });

  it('given all stages have completed, then there is nothing to abandon', () => {
    expect(typesOf(run(start, extracted, modelled, abandon))).not.toContain('PostProcessingAbandoned');
  });
});
