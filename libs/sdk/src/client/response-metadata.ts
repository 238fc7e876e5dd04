import { parseRateLimitHeaders, type RateLimit } from '../transport/rate-limit.js';

/** What a response tells beside its body. */
export interface LastResponse {
  readonly requestId: string | null;
  readonly statusCode: number;
  readonly headers: Headers;
  readonly rateLimit: RateLimit;
}

/** On each result that is an object, as properties that neither loops nor JSON show. */
export interface ResponseMetadata {
  readonly _request_id: string | null;
  readonly lastResponse: LastResponse;
}

/** A result with what its response tells. */
export type Answer<Result> = Result extends object ? Result & ResponseMetadata : Result;

export function lastResponseOf({ status, headers }: Response): LastResponse {
  const requestId = headers.get('x-request-id');
  return { requestId, statusCode: status, headers, rateLimit: parseRateLimitHeaders(headers) };
}

export function withMetadata<Result>(result: Result, response: Response): Answer<Result> {
  if (typeof result === 'object' && result !== null) {
    const lastResponse = lastResponseOf(response);
    Object.defineProperties(result, {
      _request_id: { value: lastResponse.requestId },
      lastResponse: { value: lastResponse },
    });
  }
  return result as Answer<Result>;
}
