import type {
  EffectHandling,
  EventContract,
  ForgetStream,
  ReactionHandling,
} from '../consumer/event-handlers.js';
import type { ReceivedEvent } from '../consumer/received-event.js';

/** What a method of an EventController takes. */
export type BoundMethod =
  | { readonly kind: 'effect' | 'reaction'; readonly contract: EventContract }
  | { readonly kind: 'batch'; readonly contracts: readonly EventContract[] }
  | { readonly kind: 'resync' };

const methodKey = Symbol('event method');

export function boundMethodOf(prototype: object, name: string): BoundMethod | undefined {
  const method: unknown = Object.getOwnPropertyDescriptor(prototype, name)?.value;
  return typeof method === 'function'
    ? (Reflect.getMetadata(methodKey, method) as BoundMethod | undefined)
    : undefined;
}

function binds<Expected>(bound: BoundMethod) {
  return <Method extends Expected>(
    _target: object,
    _name: string,
    descriptor: TypedPropertyDescriptor<Method>,
  ): void => {
    Reflect.defineMetadata(methodKey, bound, descriptor.value as object);
  };
}

/**
 * Takes events of one type, one at a time, in the transaction of the inbox: writes by `tx` have their effect once. For
 * projections. `@On(identityEvents.UserRoleAssigned) async assigned(event: ReceivedEvent<UserRoleAssigned>, { tx })`
 */
export function On<Data>(contract: EventContract<Data>) {
  return binds<(event: ReceivedEvent<Data>, handling: EffectHandling) => Promise<void>>({
    kind: 'effect',
    contract,
  });
}

/** The same for all events of these types that a batch holds, in their order: one statement for many. */
export function OnBatch<Data>(...contracts: readonly EventContract<Data>[]) {
  return binds<(events: readonly ReceivedEvent<Data>[], handling: EffectHandling) => Promise<void>>({
    kind: 'batch',
    contracts,
  });
}

/**
 * Takes events of one type with no transaction open, for use cases and calls of other services. At least once: it must
 * tolerate repeats.
 */
export function ReactTo<Data>(contract: EventContract<Data>) {
  return binds<(event: ReceivedEvent<Data>, handling: ReactionHandling) => Promise<void>>({
    kind: 'reaction',
    contract,
  });
}

/**
 * Undoes the controller's writes for one stream, which then comes again from its first event: on the installer's
 * command, when the owner's log has diverged. Without it the methods must tolerate all of it again.
 */
export function OnResync() {
  return binds<ForgetStream>({ kind: 'resync' });
}
