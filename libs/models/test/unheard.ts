import type { AttemptListener } from '@svc/engine';

/** For tests that are not about what is told of attempts. */
export const unheard: AttemptListener = () => undefined;
