import { Resolver } from 'node:dns/promises';

/** Addresses of a host name, of both families; empty: it has none. Rejects if no server answers. */
export interface NameResolver {
  resolve(hostname: string): Promise<readonly string[]>;
}

export interface DnsOptions {
  /** `host:port` of name servers instead of those of the machine. */
  readonly servers?: readonly string[];
  /** Of one query to one server, in ms. */
  readonly timeoutMs?: number;
}

/**
 * Queries name servers itself. The system's `getaddrinfo` uses four threads for the whole process: a few names with
 * silent servers would block everything else. So the hosts file and search domains don't count.
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

/** `localhost` and its subdomains are this machine, whatever a name server says (RFC 6761, 6.3). */
function isLocalhost(hostname: string): boolean {
  return /^(?:.+\.)?localhost\.?$/i.test(hostname);
}

function saysNone(error: unknown): boolean {
  const { code } = error as NodeJS.ErrnoException;
  return code === 'ENODATA' || code === 'ENOTFOUND';
}
