import { assertDeclared, declaredRoutes, routeAt } from './declared-routes.js';

const list = routeAt('GET', '/v1/demo/organization/api_key/');
const key = {
  _id: 'a',
  name: null,
  org_id: 'demo',
  created_at: '2026-11-21T06:00:00Z',
  updated_at: '2026-11-21T06:00:00Z',
  key_id: 'k',
  expires_at: '2026-11-22T06:00:00Z',
  creator: { org_id: 'demo', user_id: 'u' },
  role_id: 'r',
  last_used_at: null,
};

function judge(status: number, body: unknown): () => void {
  if (!list) throw new Error('the route is not declared');
  return () => assertDeclared(list, status, body);
}

describe('a route of the list', () => {
  it('is found by its path, the one with the fewest parameters', () => {
    expect(list).toMatchObject({ path: '/v1/:org/organization/api_key/' });
    expect(routeAt('POST', '/v1/demo/user/signin_with_api_key')?.path).toBe(
      '/v1/:org/user/signin_with_api_key',
    );
    expect(routeAt('PATCH', '/v1/demo/user/')).toBeUndefined();
    expect(declaredRoutes.length).toBeGreaterThan(1);
  });

  it('answers what it declares', () => {
    expect(judge(200, { api_keys: [key] })).not.toThrow();
    expect(judge(503, { error_code: 'service_unavailable' })).not.toThrow();
  });

  it.each([
    ['a key too few', 200, { api_keys: [{ ...key, role_id: undefined }] }],
    ['a key too many', 200, { api_keys: [{ ...key, api_key: 'secret' }] }],
    ['another status', 201, { api_keys: [] }],
    ['an error that it does not declare', 409, { error_code: 'conflict' }],
    ['an error of another status', 500, { error_code: 'service_unavailable' }],
  ])('does not answer %s', (_name, status, body) => {
    expect(judge(status, body)).toThrow();
  });
});
