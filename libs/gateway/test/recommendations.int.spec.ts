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
  const starters = [{ prompt: 'When do you open?', facets: ['hours'] }];
  const suggestConversationStarters = seen.answer({ starters });
  gateway = await startTestGateway({ conversations: { recommendResponses, suggestConversationStarters } });
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

describe('conversation starters', () => {
  const url = '/v1/demo/conversation/conversation_starter';
  const body = {
    ...{ service_id: '65f000000000000000000001', facets: [' hours '], min_count: 1, max_count: 2 },
    generation_instructions: 'Be polite.',
  };

  it('are suggested', async () => {
    const response = await gateway.call('POST', url, body);
    const prompts = [{ prompt: 'When do you open?', facets: ['hours'] }];
    expect([response.status, await jsonOf(response)]).toEqual([200, { prompts }]);
    expect(seen.last).toMatchObject({
      ...{ serviceId: body.service_id, serviceVersionSetName: 'release', facets: ['hours'] },
      ...{ minCount: 1, maxCount: 2, generationInstructions: 'Be polite.' },
    });
  });

  it.each([
    [{ min_count: 3 }, 'body.max_count'],
    [{ max_count: 11 }, 'body.max_count'],
    [{ facets: [''] }, 'body.facets.0'],
    [{ generation_instructions: null }, 'body.generation_instructions'],
    [{ service_id: 'x' }, 'body.service_id'],
  ])('given %j, then they are refused', async (changes, field) => {
    expect(await brokenFieldsOf(await gateway.call('POST', url, { ...body, ...changes }))).toEqual([
      422,
      [field],
    ]);
  });
});
