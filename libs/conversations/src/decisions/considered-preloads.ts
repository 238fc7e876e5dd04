import type { PreloadSpec } from '@svc/engine';
import type { Considered, DecisionCause } from './decision-record.js';
import type { TurnToolCall } from './turn-tool-calls.js';

/**
 * What became of the preloads of a state that was entered.
 * @param calls those of the turn that no entry was told of yet; the ones told are taken out
 */
export function consideredPreloads(
  specs: readonly PreloadSpec[],
  state: string,
  calls: TurnToolCall[],
): readonly Considered[] {
  return specs.map(({ toolId }) => {
    const place = calls.findIndex(({ call }) => call.toolId === toolId && call.state === state);
    const [made] = place < 0 ? [] : calls.splice(place, 1);
    const cause = made === undefined ? 'made-before' : causeOf(made);
    const subject = made?.call.name ?? toolId;
    return { kind: 'preload', subject, verdict: verdictOf(cause), cause };
  });
}

function verdictOf(cause: DecisionCause): Considered['verdict'] {
  if (cause === 'loaded') return 'matched';
  return cause === 'made-before' || cause === 'not-available' || cause === 'not-called'
    ? 'dropped'
    : 'not-matched';
}

function causeOf({ call, outcome }: TurnToolCall): DecisionCause {
  switch (outcome?.status) {
    case undefined:
      return 'still-running';
    case 'ended':
      return 'loaded';
    case 'unknown':
      return 'outcome-unknown';
    case 'not-called':
      return 'not-called';
    case 'failed':
      switch (outcome?.failure) {
        case 'timeout':
          return 'timed-out';
        case 'input_rejected':
          return 'input-rejected';
        case 'rounds_exhausted':
          return 'rounds-used-up';
        default:
          // A tool that is not there has no time limit.
          return call.timeoutMs === 0 ? 'not-available' : 'failed';
      }
  }
}
