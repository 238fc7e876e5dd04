import { createLogger, runInRequest, silentLogger, type LoggerOptions } from './index.js';

const traceparent = '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01';

const recording = (options: Partial<LoggerOptions> = {}) => {
  const lines: Record<string, unknown>[] = [];
  const write = (line: string): void => void lines.push(JSON.parse(line) as Record<string, unknown>);
  return { lines, logger: createLogger({ service: 'gateway', write, ...options }) };
};

describe('logger', () => {
  it('writes one JSON object per line, with time, level, service, message and fields', () => {
    const { lines, logger } = recording();
    logger.info('listening', { port: 8080 });
    expect(lines).toEqual([
      {
        time: expect.stringMatching(/^\d{4}-\d\d-\d\dT/),
        level: 'info',
        service: 'gateway',
        message: 'listening',
        port: 8080,
      },
    ]);
  });

  it('adds the ids of the request and of its trace', async () => {
    const { lines, logger } = recording();
    await runInRequest({ requestId: 'r-1', traceparent }, async () => {
      await Promise.resolve();
      logger.child({ route: '/livez' }).warn('slow');
    });
    expect(lines).toMatchObject([
      {
        request_id: 'r-1',
        trace_id: '0af7651916cd43dd8448eb211c80319c',
        span_id: 'b7ad6b7169203331',
        route: '/livez',
      },
    ]);
  });

  it('omits lines below its level', () => {
    const { lines, logger } = recording({ level: 'warn' });
    logger.info('not this');
    logger.error('but this');
    expect(lines).toMatchObject([{ message: 'but this', level: 'error' }]);
  });

  it.each([
    'authorization',
    'x-api-key',
    'api_key',
    'apiKey',
    'id_token',
    'cookie',
    'password',
    'webhook_secret',
    'DATABASE_URL',
    'master_key',
  ])('redacts %s at any depth', (name) => {
    const { lines, logger } = recording();
    logger
      .child({ [name]: 'hunter2' })
      .info('signed in', { [name]: 'hunter2', headers: [{ [name]: 'hunter2' }] });
    expect(JSON.stringify(lines)).not.toContain('hunter2');
    expect(lines).toMatchObject([{ [name]: '[redacted]', headers: [{ [name]: '[redacted]' }] }]);
  });

  it('keeps names that only look like secrets', () => {
    const { lines, logger } = recording();
    logger.info('page', { continuation_token: 20, api_key_id: 'k-1' });
    expect(lines).toMatchObject([{ continuation_token: 20, api_key_id: 'k-1' }]);
  });

  it('drops personal data, unless configured to keep it', () => {
    const said = { 'svc.pii.user_message': 'my knee hurts', turn: { 'x.pii.name': 'Ada', n: 1 } };
    const dropping = recording();
    const keeping = recording({ keepPersonal: true });
    dropping.logger.info('turn', said);
    keeping.logger.info('turn', said);
    expect(JSON.stringify(dropping.lines)).not.toMatch(/knee|Ada/);
    expect(dropping.lines).toMatchObject([{ turn: { n: 1 } }]);
    expect(keeping.lines).toMatchObject([said]);
  });

  it('writes errors with code, private detail and cause, and redacts credentials in their texts', () => {
    const { lines, logger } = recording();
    const cause = new Error('connect postgres://svc:hunter2@db/x failed, sent Bearer abc.def.ghi');
    const error = Object.assign(new Error('broken', { cause }), { code: 'E1', privateDetail: 'line 3' });
    logger.error('failed', { error });
    expect(lines).toMatchObject([
      {
        error: {
          type: 'Error',
          message: 'broken',
          code: 'E1',
          private_detail: 'line 3',
          cause: { message: 'connect postgres://svc:[redacted]@db/x failed, sent Bearer [redacted]' },
        },
      },
    ]);
    expect(JSON.stringify(lines)).not.toMatch(/hunter2|abc\.def/);
  });

  it('survives values that JSON can not hold', () => {
    const { lines, logger } = recording();
    const ring: Record<string, unknown> = {};
    ring['self'] = ring;
    logger.info('odd', { position: 12n, bytes: Buffer.from('abc'), ring });
    expect(lines).toMatchObject([{ position: '12', bytes: '[3 bytes]' }]);
  });

  it('has a silent form', () => {
    expect(silentLogger.child({ a: 1 })).toBe(silentLogger);
    expect(silentLogger.error('x')).toBeUndefined();
  });
});
