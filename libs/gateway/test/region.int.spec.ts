import { startTestGateway, type TestGateway } from './harness.js';

const regions = [
  { region: 'us-east-1', baseUrl: 'https://api.example.com' },
  { region: 'eu-central-1', baseUrl: 'https://api-eu-central-1.example.com' },
] as const;

let gateway: TestGateway;
afterEach(() => gateway.stop());

const asked = async (headers: Record<string, string> = {}) => {
  const response = await fetch(`${gateway.url}/v1/platform/regions`, { headers });
  return [response.status, await response.json()];
};

describe('the regions', () => {
  it('are shown with their base URLs to everybody, with any credential', async () => {
    gateway = await startTestGateway({ regions });
    const shown = regions.map(({ region, baseUrl }) => ({ region, base_url: baseUrl }));
    expect(await asked()).toEqual([200, { regions: shown }]);
    expect(await asked({ authorization: 'Bearer nothing' })).toEqual([200, { regions: shown }]);
  });

  it('are empty if none are configured', async () => {
    gateway = await startTestGateway();
    expect(await asked()).toEqual([200, { regions: [] }]);
  });
});
