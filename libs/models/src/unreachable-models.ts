import type { ModelCatalogue } from './catalogue/model-catalogue.js';

export interface UnreachableModel {
  readonly name: string;
  /** Scheme, host and port: an address may hold a secret behind them. */
  readonly origin: string;
}

/**
 * The models whose server can't be connected to. Whatever a server answers, it is there: no key is sent. Those at the
 * usual address of their provider are not asked.
 */
export async function unreachableModels(
  { all }: Pick<ModelCatalogue, 'all'>,
  withinMs = 2_000,
): Promise<readonly UnreachableModel[]> {
  const found = await Promise.all(
    all.map(async ({ name, definition }) => {
      const address = 'base_url' in definition ? definition.base_url : undefined;
      const origin = address === undefined ? undefined : URL.parse(address)?.origin;
      if (origin === undefined) return [];
      try {
        const answer = await fetch(origin, { method: 'HEAD', signal: AbortSignal.timeout(withinMs) });
        await answer.body?.cancel();
        return [];
      } catch {
        return [{ name, origin }];
      }
    }),
  );
  return found.flat();
}
