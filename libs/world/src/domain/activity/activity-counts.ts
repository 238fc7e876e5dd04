/** What is counted in conversations. */
export type Activity =
  | 'conversation.started'
  | 'conversation.turn'
  | 'conversation.turn_voided'
  | 'conversation.completed'
  | 'conversation.closed'
  | 'tool.succeeded'
  | 'tool.failed'
  | 'escalation.requested';

/** How often something happened on one day, and how long it took. */
export interface ActivityCount {
  /** YYYY-MM-DD in UTC. */
  readonly day: string;
  readonly activity: Activity;
  readonly count: number;
  /** Of those, how many have a duration. */
  readonly measured: number;
  /** All durations together. */
  readonly durationMs: number;
}

/** One of it. */
export function countOf(activity: Activity, atMs: number, durationMs: number | null): ActivityCount {
  const measured = durationMs === null ? 0 : 1;
  return { day: dayOf(atMs), activity, count: 1, measured, durationMs: durationMs ?? 0 };
}

/** The day in UTC of a moment: YYYY-MM-DD. */
export function dayOf(atMs: number): string {
  return new Date(atMs).toISOString().slice(0, 10);
}

export function withCount(counts: readonly ActivityCount[], one: ActivityCount): readonly ActivityCount[] {
  const isSame = ({ day, activity }: ActivityCount) => day === one.day && activity === one.activity;
  if (!counts.some(isSame)) return [...counts, one];
  return counts.map((known) =>
    isSame(known)
      ? {
          ...known,
          count: known.count + one.count,
          measured: known.measured + one.measured,
          durationMs: known.durationMs + one.durationMs,
        }
      : known,
  );
}

/** How often the activity happened on all days. */
export function timesOf(counts: readonly ActivityCount[], wanted: Activity): number {
  return counts.reduce((sum, { activity, count }) => (activity === wanted ? sum + count : sum), 0);
}
