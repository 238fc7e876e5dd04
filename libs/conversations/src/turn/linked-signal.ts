/**
 * A signal that aborts with the first of several. `AbortSignal.any` does the same, but Node keeps each such signal that
 * has listeners for as long as the longest-lived of its sources: here, one turn after the other until the process ends.
 */
export function linkedSignal(sources: readonly AbortSignal[]): {
  readonly signal: AbortSignal;
  /** Removes its listeners from the sources. */
  readonly unlink: () => void;
} {
  const controller = new AbortController();
  const links = sources.map((source) => {
    const abort = (): void => controller.abort(source.reason);
    if (source.aborted) abort();
    source.addEventListener('abort', abort, { once: true });
    return () => source.removeEventListener('abort', abort);
  });
  return { signal: controller.signal, unlink: () => links.forEach((unlink) => unlink()) };
}
