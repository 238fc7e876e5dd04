/** Records the requests to a scripted service, without the caller. */
export class Seen {
  readonly requests: Record<string, unknown>[] = [];

  /** A handler that always returns this. */
  answer<Response>(response: Response): (request: object) => Promise<Response> {
    return (request) => {
      const { caller: _caller, ...rest } = request as Record<string, unknown>;
      this.requests.push(rest);
      return Promise.resolve(response);
    };
  }

  get last(): Record<string, unknown> | undefined {
    return this.requests.at(-1);
  }

  forget(): void {
    this.requests.length = 0;
  }
}
