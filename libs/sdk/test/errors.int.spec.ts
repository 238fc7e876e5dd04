import {
  AmigoError,
  isAmigoError,
  isAuthenticationError,
  isHttpException,
  isHttpValidationError,
  isNotFoundError,
  isRateLimitError,
  isUnparseableErrorBody,
  NetworkError,
  RequestTimeoutError,
  ServerError,
  ServiceUnavailableError,
  type RateLimitError,
} from '../src/index.js';
import { send, type RequestOptions } from '../src/transport/transport.js';
import { answer, breakOff, hang, MisbehavingServer } from './misbehaving-server.js';

let server: MisbehavingServer;
beforeAll(async () => void (server = await MisbehavingServer.start()));
afterAll(() => server.stop());

/** The error of one attempt. */
async function failure(options: RequestOptions = {}): Promise<AmigoError> {
  const request = { method: 'GET', url: `${server.url}/v1/things`, schemaPath: '/v1/{thing}' };
  const outcome: unknown = await send(request, { maxRetries: 0, ...options }).catch(
    (error: unknown) => error,
  );
  if (outcome instanceof AmigoError) return outcome;
  throw new Error('It has not failed.');
}

const body = {
  message: 'There is no agent with this id.',
  detail: 'There is no agent with this id.',
  error_code: 'not_found',
  request_id: 'r-1',
};
const statuses = [
  [400, 'BadRequestError'],
  [401, 'AuthenticationError'],
  [403, 'PermissionError'],
  [404, 'NotFoundError'],
  [409, 'ConflictError'],
  [422, 'ValidationError'],
  [429, 'RateLimitError'],
  [503, 'ServiceUnavailableError'],
  ...[402, 405, 408, 410, 413, 418, 500, 501, 502, 504, 599].map(
    (status) => [status, 'ServerError'] as const,
  ),
] as const;

describe.each(statuses)('given the status %i', (status, name) => {
  it(`then the error is a ${name} with all its fields`, async () => {
    server.behave(answer(status, { 'x-request-id': 'of the header' }, JSON.stringify(body)));
    const error = await failure();
    expect(error).toMatchObject({
      ...{ name, statusCode: status, message: body.message, errorCode: 'not_found', requestId: 'r-1' },
      ...{ detail: body.detail, errorBody: body, rawBody: JSON.stringify(body) },
      context: { method: 'GET', path: '/v1/{thing}', attempt: 1 },
    });
    expect(error).toBeInstanceOf(AmigoError);
    expect(error.constructor.name).toBe(name);
    expect(isAmigoError(error)).toBe(true);
    expect([isNotFoundError(error), isRateLimitError(error), isAuthenticationError(error)]).toEqual([
      ...[status === 404, status === 429, status === 401],
    ]);
  });
});

describe('the body of an error', () => {
  const problem = { loc: ['body', 'name'], msg: 'is required', type: 'missing' };
  it.each([
    ['a text', { detail: 'no' }, [true, false, false]],
    ['fields', { detail: [problem] }, [false, true, false]],
    ['fields without their places', { detail: [{ msg: 'x', type: 'y' }] }, [false, false, false]],
    ['what was no JSON', { detail: 'Bad Gateway', raw_body: '<html>' }, [false, false, true]],
    ['nothing', undefined, [false, false, false]],
  ])('given %s, then the guards tell which it is', (_what, given, expected) => {
    expect([isHttpException(given), isHttpValidationError(given), isUnparseableErrorBody(given)]).toEqual(
      expected,
    );
  });
});

describe('an error', () => {
  it('given 503, then it is a ServerError too', async () => {
    server.behave(answer(503));
    expect(await failure()).toBeInstanceOf(ServerError);
    expect(await failure()).toBeInstanceOf(ServiceUnavailableError);
  });

  it.each([
    ['in seconds', '12', 12],
    ['absent', undefined, undefined],
  ])('given 429 with Retry-After %s, then retryAfter tells', async (_what, header, seconds) => {
    server.behave(answer(429, header === undefined ? {} : { 'retry-after': header }));
    expect(((await failure()) as RateLimitError).retryAfter).toBe(seconds);
  });

  it('given details of fields, then they stand as JSON, and the request id of the header', async () => {
    const detail = [
      { loc: ['body', 'name'], msg: 'must hold at least 1 character', type: 'string_too_short' },
    ];
    server.behave(answer(422, { 'x-request-id': 'r-2' }, JSON.stringify({ detail })));
    const text = JSON.stringify(detail);
    expect(await failure()).toMatchObject({
      detail: text,
      message: text,
      requestId: 'r-2',
      errorBody: { detail },
    });
  });

  it.each(['', '<html>Bad gateway</html>', '[1]', '"text"', 'null'])(
    'given the body %j, then it says the status and keeps the body',
    async (text) => {
      server.behave(answer(502, {}, text));
      expect(await failure()).toMatchObject({
        message: 'Bad Gateway',
        errorCode: undefined,
        errorBody: { detail: 'Bad Gateway', raw_body: text },
        rawBody: text,
      });
    },
  );

  it('given a long body, then 8 KB of it are kept, in whole characters', async () => {
    server.behave(answer(500, {}, `x${'ä'.repeat(10_000)}`));
    expect((await failure()).rawBody).toBe(`x${'ä'.repeat(4_095)}`);
  });

  it('given no connection, then it is a NetworkError with the cause', async () => {
    server.behave(breakOff);
    const error = await failure();
    expect(error).toBeInstanceOf(NetworkError);
    expect(error).toMatchObject({ name: 'NetworkError', statusCode: undefined, cause: expect.any(Error) });
  });

  it('given no response in time, then it is a RequestTimeoutError, which is a NetworkError', async () => {
    server.behave(hang);
    const error = await failure({ timeout: 20 });
    expect(error).toBeInstanceOf(RequestTimeoutError);
    expect(error).toBeInstanceOf(NetworkError);
    expect(error).toMatchObject({ name: 'RequestTimeoutError', timeoutMs: 20 });
  });

  it('given secrets in body and context, then its JSON does not show them', async () => {
    const secret = { api_key: 'sk-1', nested: [{ Authorization: 'Bearer t' }], kept: 'yes' };
    server.behave(answer(400, {}, JSON.stringify({ ...body, ...secret })));
    const json = JSON.stringify(await failure());
    expect(json).not.toMatch(/sk-1|Bearer/);
    expect(JSON.parse(json)).toMatchObject({
      name: 'BadRequestError',
      errorBody: { kept: 'yes', api_key: '[redacted]' },
    });
  });
});
