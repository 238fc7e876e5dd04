import {
  sumUp,
  type ModelPort,
  type NewSummary,
  type TurnContext,
  type TurnPorts,
  type TurnRecorder,
} from '../src/index.js';

/** For turns in tests: time stands still, no timer fires, and each commit succeeds. */
export function turnPorts(
  model: ModelPort,
  recorder: TurnRecorder,
  changes: Partial<TurnPorts> = {},
): TurnPorts {
  return {
    model,
    recorder,
    clock: { now: () => 0 },
    timers: { after: () => () => {} },
    commit: () => Promise.resolve('acknowledged'),
    ...changes,
  };
}

/** Runs what follows a turn. @returns what it has committed, or null */
export async function summedUp(
  context: TurnContext,
  interactionId: string,
  ports: TurnPorts,
  signal: AbortSignal,
): Promise<NewSummary | null> {
  let summary: NewSummary | null = null;
  const commit: TurnPorts['commit'] = async ({ contents }) => {
    if (contents.type === 'summary') ({ summary } = contents);
    return 'acknowledged';
  };
  await sumUp(context, interactionId, { ...ports, commit }, signal);
  return summary;
}
