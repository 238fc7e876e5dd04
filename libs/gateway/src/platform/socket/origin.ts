import type { IncomingHttpHeaders } from 'node:http';

/**
 * Browsers name the origin of the page that opens a socket, and send no preflight: pages of our own origin and of those that may
 * use the API may. Other programs name none.
 */
export function allowsOrigin({ origin, host }: IncomingHttpHeaders, allowed: readonly string[]): boolean {
  if (origin === undefined || allowed.includes('*') || allowed.includes(origin)) return true;
  return hostOf(origin) === host?.toLowerCase();
}

function hostOf(origin: string): string | undefined {
  return URL.canParse(origin) ? new URL(origin).host : undefined;
}
