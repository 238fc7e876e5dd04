// Only posts as many bodies of the same length by the same HTTP client, with the same concurrency.
import '../../../test/support/source-loader.mjs';

const { OutgoingHttp, AddressPolicy, parseAddressRange } = await import('@svc/outgoing-http');

/** Concurrent requests of one destination. */
const requestsAtOnce = 32;
const outgoing = new OutgoingHttp({
  policy: new AddressPolicy({ allowed: [parseAddressRange('127.0.0.1')] }),
  idleConnectionsPerHost: requestsAtOnce,
});
const [url, count] = process.argv.slice(2);
const key = '7bcd903e-c6b7-8178-be9c-0d14d4662e56';
const headers = {
  'content-type': 'application/json',
  'user-agent': 'svc-webhooks',
  'x-request-id': key,
  'x-svc-idempotent-key': key,
  'x-svc-request-timestamp': '1795334413537000',
  'x-svc-request-signature': '0'.repeat(64),
  'webhook-id': key,
  'webhook-timestamp': '1795334413',
  'webhook-signature': `v1,${'0'.repeat(43)}=`,
};

let left = Number(count);
async function post() {
  while (left > 0) {
    left -= 1;
    const body = JSON.stringify({
      type: 'conversation-post-processing-complete',
      post_processing_type: 'extract-memories',
      conversation_id: String(performance.timeOrigin + performance.now()),
      org_id: 'bench',
      idempotent_key: `${key}-${left}`,
    });
    const request = { method: 'POST', url: new URL(url), headers, body, timeoutMs: 10_000 };
    await outgoing.send({ ...request, maxAnswerBytes: 16_384, isRepeatable: true });
  }
}
process.once('message', async () => {
  await Promise.all(Array.from({ length: requestsAtOnce }, post));
  process.send('posted');
});
process.send('ready');
