import { jest } from '@jest/globals';
import { gatewayRoutes } from '../src/controllers.js';
import { openApiDocument } from '../src/document/open-api-document.js';
import { startTestGateway, type TestGateway } from './harness.js';

let gateway: TestGateway;
beforeAll(async () => {
  gateway = await startTestGateway();
});
afterAll(() => gateway.stop());

describe('the OpenAPI document', () => {
  it('describes the served routes, is public, and may be cached for a minute', async () => {
    const response = await fetch(`${gateway.url}/v1/openapi.json`);
    expect(response.headers.get('cache-control')).toBe('public, max-age=60');
    expect(await response.json()).toEqual(
      JSON.parse(JSON.stringify(openApiDocument(gatewayRoutes, 'classic'))),
    );
  });

  it('is not sent again to a client that has it', async () => {
    const etag = (await fetch(`${gateway.url}/v1/openapi.json`)).headers.get('etag') ?? '';
    expect(etag).toMatch(/^"[\w-]{16}"$/);
    const again = (known: string) =>
      fetch(`${gateway.url}/v1/openapi.json`, { headers: { 'if-none-match': known } });
    for (const known of [etag, `W/${etag}`, `"other", ${etag}`, '*']) {
      const response = await again(known);
      expect([response.status, await response.text(), response.headers.get('etag')]).toEqual([304, '', etag]);
    }
    expect((await again('"other"')).status).toBe(200);
  });

  it('is written once, however often it is asked for', async () => {
    const stringify = jest.spyOn(JSON, 'stringify');
    await Promise.all(Array.from({ length: 20 }, () => fetch(`${gateway.url}/v1/openapi.json`)));
    const documents = stringify.mock.calls.filter(
      ([value]) => (value as { openapi?: unknown } | null)?.openapi,
    );
    stringify.mockRestore();
    expect(documents).toEqual([]);
  });

  it('of the Platform interface is there too, with its own version', async () => {
    const response = await fetch(`${gateway.url}/v1/platform/openapi.json`);
    expect(await response.json()).toMatchObject({
      info: { version: '1.0.0' },
      paths: { '/v1/{workspace_id}/api-keys': {}, '/v1/me/workspaces': {} },
    });
  });
});

describe('the reference for browsers', () => {
  it.each(['/docs', '/docs/'])('at %s loads everything from this server', async (path) => {
    const response = await fetch(`${gateway.url}${path}`);
    expect(response.headers.get('content-type')).toBe('text/html');
    const policy = response.headers.get('content-security-policy') ?? '';
    expect(policy).toContain("script-src 'self';");
    expect(policy).not.toContain('http');
    const page = await response.text();
    const loaded = [...page.matchAll(/(?:src|href)="([^"]+)"/g)].map(([, address = '']) => address);
    expect(loaded).toEqual([
      'data:,',
      '/docs/swagger-ui.css',
      '/docs/swagger-ui-bundle.js',
      '/docs/swagger-ui-standalone-preset.js',
      '/docs/start.js',
    ]);
  });

  it.each([
    ['/docs/swagger-ui.css', 'text/css', '.swagger-ui'],
    ['/docs/swagger-ui-bundle.js', 'text/javascript', 'SwaggerUIBundle'],
    ['/docs/swagger-ui-standalone-preset.js', 'text/javascript', 'SwaggerUIStandalonePreset'],
    ['/docs/start.js', 'text/javascript', "'/v1/openapi.json'"],
    ['/docs/start.js', 'text/javascript', "'/v1/platform/openapi.json'"],
  ])('%s is served', async (path, mediaType, content) => {
    const response = await fetch(`${gateway.url}${path}`);
    expect(response.headers.get('content-type')).toBe(mediaType);
    expect(await response.text()).toContain(content);
  });
});
