import { jsonOf } from './answers.js';
import { startTestGateway, type TestGateway } from './harness.js';

let gateway: TestGateway;
beforeAll(async () => {
  gateway = await startTestGateway({
    conversations: {
      listModels: () =>
        Promise.resolve({
          models: [
            {
              name: 'default',
              paramsSchemaJson: '{"type":"object","properties":{"seed":{"type":"integer"}}}',
            },
            { name: 'vendor/small-2', paramsSchemaJson: '{}' },
          ],
        }),
    },
  });
});
afterAll(() => gateway.stop());

it('models are listed in the order of the configuration, each with the schema of its params', async () => {
  const listed = await gateway.call('GET', '/v1/demo/admin/get_models/');
  expect([listed.status, await jsonOf(listed)]).toEqual([
    200,
    {
      models: [
        {
          name: 'default',
          params_model_schema: { type: 'object', properties: { seed: { type: 'integer' } } },
        },
        { name: 'vendor/small-2', params_model_schema: {} },
      ],
    },
  ]);
});
