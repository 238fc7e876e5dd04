import { brokenFieldsOf, jsonOf } from './answers.js';
import { startTestGateway, type TestGateway } from './harness.js';
import { Seen } from './seen.js';
import { conversationId } from './turns.js';

const interactionId = '65f0000000000000000000aa';
const url = `/v1/demo/conversation/${conversationId}/interaction/${interactionId}/recommend_responses`;
const seen = new Seen();
let gateway: TestGateway;
beforeAll(async () => {
  const recommendResponses = seen.answer({ responses: ['Yes', 'No'] });
  gateway = await startTestGateway({ conversations: { recommendResponses } });
});
afterAll(() => gateway.stop());
beforeEach(() => seen.forget());

describe('recommended responses', () => {
  it('given no body and no content type, then they are for an ordinary user', async () => {
    const response = await gateway.call('POST', url);
    expect([response.status, await jsonOf(response)]).toEqual([
      200,
      { recommended_responses: ['Yes', 'No'] },
    ]);
    expect(seen.last).toMatchObject({ conversationId, interactionId, context: '' });
  });

  it.each([[{}], [{ context: null }]])('given %j, then it is the same', async (body) => {
    expect((await gateway.call('POST', url, body)).status).toBe(200);
    expect(seen.last).toMatchObject({ context: '' });
  });

  it('given who the user is, then that is handed on', async () => {
    expect((await gateway.call('POST', url, { context: ' A nurse ' })).status).toBe(200);
    expect(seen.last).toMatchObject({ context: 'A nurse' });
  });

  it.each([
    [{ context: ' ' }, 'body.context'],
    [{ context: 3 }, 'body.context'],
    [[], 'body'],
  ])('given %j, then it is refused', async (body, field) => {
    expect(await brokenFieldsOf(await gateway.call('POST', url, body))).toEqual([422, [field]]);
    expect(seen.requests).toEqual([]);
  });

  it('is documented with a body that need not be there', async () => {
    const document = (await jsonOf(await gateway.call('GET', '/v1/openapi.json'))) as {
      paths: Record<string, { post?: { requestBody?: { required: boolean } } }>;
    };
    const path = Object.keys(document.paths).find((one) => one.endsWith('/recommend_responses')) ?? '';
    expect(document.paths[path]?.post?.requestBody?.required).toBe(false);
  });
});
