import { APICallError, JSONParseError } from '@ai-sdk/provider';
import { DomainError } from '@svc/errors';
import { retryAfterSeconds } from './retry-after.js';
import { toModelError } from './to-model-error.js';

function apiCall(options: Partial<ConstructorParameters<typeof APICallError>[0]>): APICallError {
  return new APICallError({
    message: 'secret',
    url: 'https://user:secret@models.example/v1/chat/completions?key=secret',
    requestBodyValues: { messages: ['secret'] },
    ...options,
  });
}

describe('given what a provider throws', () => {
  it.each([
    ['no connection', apiCall({}), 'unreachable'],
    ['a name that is not found', apiCall({ cause: { code: 'ENOTFOUND' } }), 'unreachable'],
    [
      'a certificate that is refused',
      apiCall({ cause: { code: 'DEPTH_ZERO_SELF_SIGNED_CERT' } }),
      'unreachable',
    ],
    ['a connection that breaks', { cause: { cause: { code: 'ECONNRESET' } } }, 'unavailable'],
    ['a body that stalls', { cause: { code: 'UND_ERR_BODY_TIMEOUT' } }, 'timeout'],
    ['a request time-out', apiCall({ statusCode: 408 }), 'timeout'],
    ['an overload', apiCall({ statusCode: 529 }), 'unavailable'],
    ['a missing permission', apiCall({ statusCode: 403 }), 'refused'],
    ['an answer of the wrong form', apiCall({ statusCode: 200 }), 'bad_output'],
    ['no JSON', new JSONParseError({ text: 'secret', cause: null }), 'bad_output'],
    [
      'a prompt that is too long, as OpenAI labels it',
      apiCall({
        statusCode: 400,
        data: { error: { type: 'invalid_request_error', code: 'context_length_exceeded' } },
      }),
      'context_overflow',
    ],
    [
      'a prompt that is too long, as Anthropic says it',
      apiCall({
        statusCode: 400,
        responseBody: '{"error":{"message":"prompt is too long: 9 tokens > 8 maximum, secret"}}',
      }),
      'context_overflow',
    ],
    [
      'a prompt that is too long, as vLLM says it',
      apiCall({
        statusCode: 400,
        responseBody: `{"message":"This model's maximum context length is 4096 tokens, secret"}`,
      }),
      'context_overflow',
    ],
    [
      'a prompt that is too long, as llama.cpp labels it',
      apiCall({ statusCode: 400, responseBody: '{"error":{"type":"exceed_context_size_error"}}' }),
      'context_overflow',
    ],
    [
      'a prompt that is too long, as others say it',
      apiCall({
        statusCode: 400,
        responseBody: '{"message":"The input of 9 tokens exceeds the maximum, secret"}',
      }),
      'context_overflow',
    ],
    [
      'a parameter that is too large',
      apiCall({
        statusCode: 400,
        responseBody: '{"message":"max_tokens (2500) exceeds the maximum, secret"}',
      }),
      'refused',
    ],
    ['a request that is not understood', apiCall({ statusCode: 400, responseBody: 'secret' }), 'refused'],
    ['an error in the stream', { message: 'secret', type: 'server_error' }, 'unavailable'],
    ['a rate limit in the stream', { message: 'secret', code: 'rate_limit_exceeded' }, 'rate_limited'],
    ['a string', 'secret', 'unavailable'],
    ['nothing', undefined, 'unavailable'],
  ])('when it is %s, then its kind is told and its words are kept out', (_what, thrown, kind) => {
    const error = toModelError(thrown);
    const isForOperator = kind === 'refused' || kind === 'context_overflow';
    const code = isForOperator ? 'internal_error' : 'service_unavailable';
    expect(error).toMatchObject({ name: 'ModelError', kind, code });
    expect(`${error.message} ${error.privateDetail} ${JSON.stringify(error)}`).not.toContain('secret');
    expect(error.cause).toBeUndefined();
  });

  it('when it is a domain error already, then it stays', () => {
    const error = new DomainError('not_found', 'x');
    expect(toModelError(error)).toBe(error);
  });
});

describe('how long to wait', () => {
  it.each([
    [{ 'retry-after': '7' }, 7],
    [{ 'retry-after': '0' }, 1],
    [{ 'retry-after-ms': '1500', 'retry-after': '9' }, 2],
    [{ 'retry-after-ms': '2000.5' }, 3],
    [{ 'retry-after': '120.5' }, 121],
    [{ 'retry-after': '999999' }, 3600],
    [{ 'retry-after': '9'.repeat(400), date: 'Sat, 21 Nov 2026 10:00:00 GMT' }, null],
    [{ 'retry-after': '-5', date: 'Sat, 21 Nov 2026 10:00:00 GMT' }, null],
    [{ 'retry-after': 'NaN', date: 'Sat, 21 Nov 2026 10:00:00 GMT' }, null],
    [{ 'retry-after': 'Sat, 21 Nov 2026 09:00:00 GMT', date: 'Sat, 21 Nov 2026 10:00:00 GMT' }, 1],
    [{ 'retry-after': 'Sat, 21 Nov 2026 10:00:30 GMT', date: 'Sat, 21 Nov 2026 10:00:00 GMT' }, 30],
    [{ 'retry-after': 'Sat, 21 Nov 2026 10:00:30 GMT' }, null],
    [{ 'retry-after': 'soon' }, null],
    [{}, null],
    [undefined, null],
  ])('by %j it is %s s', (headers, seconds) => {
    expect(retryAfterSeconds(headers)).toBe(seconds);
  });
});
