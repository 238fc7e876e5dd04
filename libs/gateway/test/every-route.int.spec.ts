import { permissionNames, workspacePermissionNames } from '@svc/auth';
import { wireCode, type ErrorCode } from '@svc/errors';
import { gatewayRoutes } from '../src/controllers.js';
import type { Route } from '../src/route/route.js';
import { answeringServices } from './answering-services.js';
import { jsonOf, outcomeOf } from './answers.js';
import {
  accessWith,
  bearsWorkspaceKey,
  startTestGateway,
  workspaceAccessWith,
  workspaceKeyAccess,
  type TestGateway,
} from './harness.js';
import { requestOf, type RouteRequest } from './route-request.js';

let gateway: TestGateway;
let access = accessWith();
let keyAccess = workspaceKeyAccess();
beforeAll(async () => {
  const { identity } = answeringServices;
  gateway = await startTestGateway({
    ...answeringServices,
    identity: {
      ...identity,
      getAccess: () => Promise.resolve(access),
      getWorkspaceKeyAccess: () => Promise.resolve(keyAccess),
    },
  });
});
afterAll(() => gateway.stop());
beforeEach(() => {
  access = accessWith();
  keyAccess = workspaceKeyAccess();
  // Nothing that an earlier test knew is kept.
  gateway.clock.nowMs += 120_000;
});

const send = ({ path, ...request }: RouteRequest, credential: Readonly<Record<string, string>> = {}) =>
  fetch(`${gateway.url}${path}`, { ...request, headers: { ...request.headers, ...credential } });
const named = (routes: readonly Route[]) =>
  routes.map((route) => [`${route.method} ${route.path}`, route] as const);
const forCallers = gatewayRoutes.filter(({ access }) => access.credential === 'required');
const ofOrganizations = forCallers.filter(({ access }) => access.organization === 'known');
const ofWorkspaces = forCallers.filter(({ path }) => path.includes(':workspace_id'));
/** Users may use all of the Classic interface, keys all of the other but what people alone may. */
const credentialFor = async ({ access: { workspace } }: Route) =>
  workspace && workspace.of !== 'users' ? bearsWorkspaceKey : gateway.bearer();
const codeOn = ({ surface }: Route, code: ErrorCode) =>
  wireCode(code, surface === 'platform' ? 'platform' : 'classic');
const withBody = gatewayRoutes.filter(({ request }) => request.body);

describe.each(named(gatewayRoutes))('%s', (_name, route) => {
  it('answers its example as declared', async () => {
    const response = await send(requestOf(route), await credentialFor(route));
    expect(response.status).toBe(route.answer.status);
    await response.text();
  });
});

describe.each(named(forCallers))('%s', (_name, route) => {
  it('without a credential is refused', async () => {
    expect(await outcomeOf(await send(requestOf(route)))).toEqual([401, codeOn(route, 'unauthenticated')]);
  });

  it('without one of its permissions is refused, though all others are granted', async () => {
    for (const missing of route.access.requires) {
      access = accessWith(permissionNames.filter((name) => name !== missing));
      gateway.clock.nowMs += 5_000;
      const response = await send(requestOf(route), await gateway.bearer());
      expect(await outcomeOf(response)).toEqual([403, 'permission_denied']);
    }
  });
});

describe.each(named(ofOrganizations))('%s', (_name, route) => {
  it('with the credential of another organization answers as if there was none', async () => {
    const stranger = await gateway.bearer({ orgId: 'other' });
    const bodyOf = async (organization: string) => {
      const response = await send(requestOf(route, organization), stranger);
      return [response.status, { ...(await jsonOf(response)), request_id: '' }];
    };
    const existing = await bodyOf('demo');
    expect(existing).toMatchObject([404, { error_code: 'organization_not_found' }]);
    expect(await bodyOf('nowhere')).toEqual(existing);
  });
});

describe.each(named(ofWorkspaces))('%s', (_name, route) => {
  it('with a key of another workspace is refused in the same words, whether there is such a workspace or not', async () => {
    keyAccess = {
      ...keyAccess,
      access: workspaceAccessWith(undefined, '11111111-2fa1-4d2e-883f-0016d3cca427'),
    };
    const response = await send(requestOf(route), bearsWorkspaceKey);
    expect(await outcomeOf(response)).toEqual([403, 'workspace_mismatch']);
  });

  it('without its permission is refused, though all others are held', async () => {
    const { permission = null } = route.access.workspace ?? {};
    keyAccess = workspaceKeyAccess(workspacePermissionNames.filter((name) => name !== permission));
    const response = await send(requestOf(route), bearsWorkspaceKey);
    expect(await outcomeOf(response)).toEqual([403, 'permission_denied']);
  });

  it('takes no more of a user than of a key: its owner is served with a token', async () => {
    const response = await send(requestOf(route), await gateway.bearer());
    expect(response.status).toBe(route.answer.status);
    await response.text();
  });
});

describe.each(named(withBody))('%s', (_name, route) => {
  it('refuses a body beyond its limit', async () => {
    const { mostBytes, media } = route.request.body ?? { mostBytes: 0 };
    const request = requestOf(route);
    const tooLong = 'x'.repeat(mostBytes + 1);
    const large = new FormData();
    large.append('recorded_message', tooLong);
    const body = media === 'form' ? large : JSON.stringify(tooLong);
    const response = await send({ ...request, body }, await credentialFor(route));
    expect(await outcomeOf(response)).toEqual([413, 'payload_too_large']);
  });
});
