import { publicEvents } from '@svc/contracts/public-events';

/**
 * The contexts that must confirm each erasure: those with a public event SubjectErased, so all with personal data. Not
 * agents, which have none, nor identity itself, which deletes the user in the deletion.
 */
export const confirmingContexts: readonly string[] = Object.entries(publicEvents).flatMap(
  ([context, events]) => ('SubjectErased' in events ? [context] : []),
);

/** How long a context has to confirm, in ms. After that it is overdue, and somebody has to find out why. */
export const confirmedWithinMs = 60 * 60_000;
