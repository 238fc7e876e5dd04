import { contextNames, type ContextName } from './contexts.js';

/** The services, each with its own schema, and then the gateway. They start in this order. */
export const processNames: readonly ProcessName[] = [...contextNames, 'gateway'];

export type ProcessName = ContextName | 'gateway';

/** Something that each service has. */
export type ByService<Value> = Readonly<Record<ContextName, Value>>;

export function byService<Value>(valueOf: (name: ContextName, index: number) => Value): ByService<Value> {
  const entries = contextNames.map((name, index) => [name, valueOf(name, index)] as const);
  return Object.fromEntries(entries) as ByService<Value>;
}
