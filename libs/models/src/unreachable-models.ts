import { connect } from 'node:net';
import type { ModelCatalogue } from './catalogue/model-catalogue.js';

export interface UnreachableModel {
  readonly name: string;
  /** Scheme, host and port: an address may hold a secret behind them. */
  readonly origin: string;
}

/**
 * The models whose server can't be connected to. Nothing is sent to those that can. Those at the usual address of their
 * provider are not tried.
 */
export async function unreachableModels(
  { all }: Pick<ModelCatalogue, 'all'>,
  withinMs = 2_000,
): Promise<readonly UnreachableModel[]> {
  const found = await Promise.all(
    all.map(async ({ name, definition }) => {
      const address = 'base_url' in definition ? definition.base_url : undefined;
      const url = address === undefined ? null : URL.parse(address);
      if (url === null || (await connects(url, withinMs))) return [];
      return [{ name, origin: url.origin }];
    }),
  );
  return found.flat();
}

function connects({ hostname, port, protocol }: URL, withinMs: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect({
      host: hostname.replaceAll(/[[\]]/g, ''),
      port: Number(port || (protocol === 'https:' ? 443 : 80)),
      timeout: withinMs,
    });
    const settled = (isConnected: boolean) => () => {
      socket.destroy();
      resolve(isConnected);
    };
    socket.once('connect', settled(true)).once('error', settled(false)).once('timeout', settled(false));
  });
}
