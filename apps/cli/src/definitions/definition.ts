/** What a file says of one agent, graph, skill or service. Its fields are those of the routes' bodies. */
export type Definition = Readonly<Record<string, unknown>>;

/** The fields of `value` that are named. */
export function only(value: object, names: readonly string[]): Definition {
  const fields = new Map<string, unknown>(Object.entries(value));
  return Object.fromEntries(names.flatMap((name) => (fields.has(name) ? [[name, fields.get(name)]] : [])));
}

export function without(value: Definition, ...names: readonly string[]): Definition {
  return Object.fromEntries(Object.entries(value).filter(([name]) => !names.includes(name)));
}
