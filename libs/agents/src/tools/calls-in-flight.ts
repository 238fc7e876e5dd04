/** Calls of tools at the same time in this process, and of one tenant. Calls wait for foreign servers for minutes. */
const maxCalls = 1_000;
const maxCallsOfTenant = 100;

/**
 * Bounds the calls of tools that are under way, so that a tenant with slow tools takes the service from nobody: the RPC server
 * takes twice as many calls in all.
 */
export class CallsInFlight {
  readonly #ofTenants = new Map<string, number>();
  #all = 0;

  /** @returns a function that ends the call, to be called once; undefined: there are too many */
  begin(tenantId: string): (() => void) | undefined {
    const own = this.#ofTenants.get(tenantId) ?? 0;
    if (this.#all >= maxCalls || own >= maxCallsOfTenant) return undefined;
    this.#all += 1;
    this.#ofTenants.set(tenantId, own + 1);
    return () => {
      this.#all -= 1;
      const left = (this.#ofTenants.get(tenantId) ?? 1) - 1;
      if (left > 0) this.#ofTenants.set(tenantId, left);
      else this.#ofTenants.delete(tenantId);
    };
  }
}
