import { lastResponseOf, type LastResponse } from '../client/response-metadata.js';

/**
 * The events of one response, once, as they come. Leaving the loop ends the connection; so does `close`, which is needed only
 * where no loop runs.
 */
export class EventStream<Event> implements AsyncIterable<Event> {
  readonly #events: AsyncGenerator<Event, void, undefined>;
  readonly #body: ReadableStream<Uint8Array> | null;
  /** Of the head; the events follow it. */
  readonly lastResponse: LastResponse;

  constructor(events: AsyncGenerator<Event, void, undefined>, response: Response) {
    this.#events = events;
    this.#body = response.body;
    this.lastResponse = lastResponseOf(response);
  }

  get _request_id(): string | null {
    return this.lastResponse.requestId;
  }

  [Symbol.asyncIterator](): AsyncGenerator<Event, void, undefined> {
    return this.#events;
  }

  async close(): Promise<void> {
    await this.#events.return();
    // A generator that has never run has nothing to clean up.
    if (this.#body?.locked === false) await this.#body.cancel();
  }
}
