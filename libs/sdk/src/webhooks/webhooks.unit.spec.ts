import { createHmac } from 'node:crypto';
import { parseWebhookEvent, verifyWebhookSignature, WebhookVerificationError } from '../index.js';

const secret = 'whsec_MDEyMzQ1Njc4OTAxMjM0NTY3ODkwMTIzNDU2Nzg5MDE=';
const nowMs = Date.parse('2026-11-23T12:00:00Z');
const event = { type: 'conversation-post-processing-complete', idempotent_key: 'k1', conversation_id: 'c1' };
const payload = JSON.stringify(event);
const sign = (text: string, key = secret) => createHmac('sha256', key).update(text).digest('hex');
const signed = (timestamp: string) => ({
  ...{ payload, secret, timestamp, nowMs },
  signature: sign(`v1:${timestamp}:${payload}`),
});

describe('a signature', () => {
  it.each([
    ['seconds', String(nowMs / 1_000)],
    ['milliseconds', String(nowMs)],
    ['microseconds', `${nowMs}000`],
    ['a date', new Date(nowMs).toISOString()],
  ])('with a timestamp in %s, then it is genuine', async (_what, timestamp) => {
    await expect(verifyWebhookSignature(signed(timestamp))).resolves.toBeUndefined();
  });

  it.each([
    ['of the former secret beside that of the new one', (own: string) => `${sign('x', 'other')}, ${own}`],
    ['with a prefix', (own: string) => `sha256=${own}`],
    ['in upper case', (own: string) => own.toUpperCase()],
  ])('given one %s, then it is genuine', async (_what, change) => {
    const webhook = signed(`${nowMs}000`);
    await expect(
      verifyWebhookSignature({ ...webhook, signature: change(webhook.signature) }),
    ).resolves.toBeUndefined();
  });

  it('given bytes and no timestamp, then only they are signed', async () => {
    const bytes = new TextEncoder().encode(payload);
    await expect(verifyWebhookSignature(bytes, sign(payload), secret)).resolves.toBeUndefined();
  });

  it.each([
    ['another body', { payload: `${payload} ` }],
    ['another secret', { secret: 'whsec_other' }],
    ['another timestamp', { timestamp: `${nowMs + 1}000` }],
    ['no hex', { signature: 'z'.repeat(64) }],
    ['a part of it', { signature: sign('x').slice(0, 32) }],
    ['an old timestamp', { nowMs: nowMs + 300_001 }],
    ['a timestamp of the future', { nowMs: nowMs - 300_001 }],
    ['a timestamp that cannot be read', { timestamp: 'yesterday' }],
    ['a timestamp that has not come', { timestamp: undefined as never, signature: sign(payload) }],
    ['an empty timestamp', { timestamp: '', signature: sign(`v1::${payload}`) }],
  ])('given %s, then it is refused', async (_what, change) => {
    await expect(verifyWebhookSignature({ ...signed(`${nowMs}000`), ...change })).rejects.toThrow(
      WebhookVerificationError,
    );
  });

  it.each([{ signature: '' }, { secret: '' }])('given %j, then the call is wrong', async (change) => {
    await expect(verifyWebhookSignature({ ...signed(`${nowMs}000`), ...change })).rejects.toThrow(TypeError);
  });
});

describe('an event', () => {
  const genuine = signed(`${nowMs}000`);
  const of = (body: string) => ({ ...genuine, payload: body, signature: sign(`v1:${nowMs}000:${body}`) });

  it('given all that is expected, then it is read', async () => {
    const expected = { expectedType: event.type, idempotentKey: 'k1' };
    expect(await parseWebhookEvent({ ...genuine, ...expected })).toEqual(event);
  });

  it('given a check of its own, then its result counts', async () => {
    const validate = () => ({ ...event, seen: true });
    expect(await parseWebhookEvent({ ...genuine, validate })).toEqual({ ...event, seen: true });
  });

  it.each([
    ['another type', { ...genuine, expectedType: 'other' }],
    ['another key in the header', { ...genuine, idempotentKey: 'k2' }],
    ['no JSON', of('{')],
    ['no object', of('[]')],
    ['no key', of('{"type":"x"}')],
    ['a wrong signature', { ...genuine, signature: sign('x') }],
  ])('given %s, then it is refused', async (_what, options) => {
    await expect(parseWebhookEvent(options)).rejects.toThrow(WebhookVerificationError);
  });

  it('has no HTTP fields', () => {
    expect(new WebhookVerificationError('x')).not.toHaveProperty('statusCode');
  });
});
