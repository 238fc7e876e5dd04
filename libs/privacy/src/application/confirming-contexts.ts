import { publicEvents } from '@svc/contracts/public-events';

/**
 * The contexts that say when a subject is erased there, and are waited for. The contract tells which: whoever keeps
 * anything of persons has a public event SubjectErased. So agents, and identity itself, which forgets a user with the
 * deletion, are none of them.
 */
export const confirmingContexts: readonly string[] = Object.entries(publicEvents).flatMap(
  ([context, events]) => ('SubjectErased' in events ? [context] : []),
);

/** How long a context has for it, in ms. From then on it is behind, and somebody has to look why. */
export const confirmedWithinMs = 60 * 60_000;
