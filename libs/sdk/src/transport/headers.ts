/** Null removes a header that was given further out. */
export type HeaderValues =
  Headers | readonly (readonly [string, string | null])[] | Readonly<Record<string, string | null>>;

/** Inner ones win. */
export function mergedHeaders(...layers: readonly (HeaderValues | undefined)[]): Headers {
  const merged = new Headers();
  for (const layer of layers) {
    if (layer === undefined) continue;
    const entries: Iterable<readonly [string, string | null]> =
      layer instanceof Headers || Array.isArray(layer)
        ? (layer as Iterable<readonly [string, string | null]>)
        : Object.entries(layer);
    for (const [name, value] of entries) {
      if (value === null) merged.delete(name);
      else merged.set(name, value);
    }
  }
  return merged;
}
