import { identityEvents } from '@svc/contracts/public-events';
import { BackgroundTail, type BackgroundTailOptions, type Subscriber } from '@svc/event-bus';
import type { KeyRing } from '@svc/sealing';

export interface ErasedKeysOptions extends Pick<BackgroundTailOptions, 'bus' | 'logger' | 'metrics'> {
  readonly context: string;
  readonly keys: Pick<KeyRing, 'forget'>;
}

/**
 * Has each process let go of the key of whoever is deleted: by then it is destroyed where it is kept. The consumer that
 * erases them in this context runs in one process of all.
 */
export function forgetErasedKeys({ context, keys, ...followed }: ErasedKeysOptions): Subscriber {
  return new BackgroundTail({
    ...followed,
    subscriber: `${context}.keys`,
    sources: [identityEvents.UserDeleted.source],
    take: ({ eventType, subject }) => {
      if (eventType === identityEvents.UserDeleted.type && subject !== null) keys.forget(subject);
    },
  });
}
