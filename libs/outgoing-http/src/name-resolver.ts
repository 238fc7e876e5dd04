import { Resolver } from 'node:dns/promises';

/** Addresses of a host name, of both families; empty: it has none. Rejects when nobody can be asked. */
export interface NameResolver {
  resolve(hostname: string): Promise<readonly string[]>;
}

export interface DnsOptions {
  /** `host:port` of name servers instead of those of the machine. */
  readonly servers?: readonly string[];
  /** Of one question to one server, in ms. */
  readonly timeoutMs?: number;
}

/**
 * Asks name servers itself. The system's `getaddrinfo` waits on one of four threads that all of the process share: a few
 * names whose servers never answer would keep everything else waiting. So neither the hosts file nor search domains count.
 */
export class DnsResolver implements NameResolver {
  readonly #resolver: Resolver;

  constructor({ servers, timeoutMs = 2_000 }: DnsOptions = {}) {
    this.#resolver = new Resolver({ timeout: timeoutMs, tries: 2 });
    if (servers) this.#resolver.setServers(servers);
  }

  async resolve(hostname: string): Promise<readonly string[]> {
    if (isLocalhost(hostname)) return ['127.0.0.1', '::1'];
    const answers = await Promise.allSettled([
      this.#resolver.resolve4(hostname),
      this.#resolver.resolve6(hostname),
    ]);
    const addresses = answers.flatMap((answer) => (answer.status === 'fulfilled' ? answer.value : []));
    const [error] = answers.flatMap((answer) =>
      answer.status === 'rejected' && !saysNone(answer.reason) ? [answer.reason as unknown] : [],
    );
    if (addresses.length === 0 && error !== undefined)
      throw new Error('No name server answers.', { cause: error });
    return addresses;
  }
}

/** `localhost` and all below it are this machine, whatever a name server says (RFC 6761, 6.3). */
function isLocalhost(hostname: string): boolean {
  return /^(?:.+\.)?localhost\.?$/i.test(hostname);
}

function saysNone(error: unknown): boolean {
  const { code } = error as NodeJS.ErrnoException;
  return code === 'ENODATA' || code === 'ENOTFOUND';
}
