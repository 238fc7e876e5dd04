import type { AttemptListener } from '@svc/engine';

/** For tests that are not about attempts. */
export const unheard: AttemptListener = () => undefined;
