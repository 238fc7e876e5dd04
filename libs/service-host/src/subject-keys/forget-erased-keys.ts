import { identityEvents } from '@svc/contracts/public-events';
import { BackgroundTail, type BackgroundTailOptions, type Subscriber } from '@svc/event-bus';
import type { KeyRing } from '@svc/sealing';

export interface ErasedKeysOptions extends Pick<BackgroundTailOptions, 'bus' | 'logger' | 'metrics'> {
  readonly context: string;
  readonly keys: Pick<KeyRing, 'forget'>;
}

const erasing: ReadonlySet<string> = new Set([
  identityEvents.UserDeleted.type,
  identityEvents.PersonErased.type,
]);

/**
 * Drops the key of whoever was erased in each process; identity has destroyed it by then. The consumer that erases them in
 * this context runs in only one process.
 */
export function forgetErasedKeys({ context, keys, ...followed }: ErasedKeysOptions): Subscriber {
  return new BackgroundTail({
    ...followed,
    subscriber: `${context}.keys`,
    sources: [identityEvents.UserDeleted.source],
    take: ({ eventType, subject }) => {
      if (erasing.has(eventType) && subject !== null) keys.forget(subject);
    },
  });
}
