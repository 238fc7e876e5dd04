import type { Executor } from '@svc/postgres';
import type { LoadedLog } from '../reading/load-stream.js';
import { StateWalk, type FoldedAggregate } from './state-walk.js';
import type { Unjudged } from './unjudged-streams.js';
import { walkStreams, type ChainReport, type VerificationOptions } from './verify-streams.js';

export interface LogReport extends ChainReport {
  /** What could not be folded or compared here, by reason. None of it is a fault. */
  readonly unjudged: readonly Unjudged[];
}

/**
 * `verifyStreams`, and beyond it: reads every event as loads do, folds each stream, and compares snapshots with the
 * states that they stand for. So it finds a forged snapshot that does not follow from the events.
 * @throws DomainError `service_unavailable` when keys can't be had now.
 */
export async function verifyLog(
  executor: Executor,
  log: LoadedLog,
  aggregates: readonly FoldedAggregate[],
  options: VerificationOptions,
): Promise<LogReport> {
  const states = new StateWalk(executor, log, aggregates);
  const report = await walkStreams(executor, log.schema, options, (rows) => states.visit(rows));
  return { ...report, violations: [...report.violations, ...states.violations], unjudged: states.unjudged };
}
