import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { gatewayRoutes, type Route } from '@svc/gateway';
import { startStandalone, type StartedStandalone } from '../started-standalone.js';
import { bearerNames, bearers, type BearerName } from './bearer.js';
import { cellRequest, makeFresh } from './cell-request.js';
import { expectedAnswer } from './expected-answer.js';
import { send } from './http-client.js';
import { signInHeaders } from './sign-in.js';
import { setStage, type Stage } from './stage.js';

let standalone: StartedStandalone;
let stage: Stage;
beforeAll(async () => {
  standalone = await startStandalone();
  stage = await setStage(standalone);
});
afterAll(async () => {
  await standalone?.stop();
  jest.restoreAllMocks();
});

const named = (routes: readonly Route[]) =>
  routes.map((route) => [`${route.method} ${route.path}`, route] as const);

/** Who is let through to change something gets something of their own to change: others still need what there is. */
async function thingsFor(route: Route, name: BearerName): Promise<Stage['others']> {
  const { others, right, weakest } = stage;
  if (route.method === 'GET' || expectedAnswer(route, bearers[name]).error !== null) return others;
  const maker = name === 'a user of the weakest role' ? weakest : right;
  if (route.path.includes('/conversation/')) await maker.finishConversations();
  const workspace = route.path.includes(':workspace_id') ? await right.workspace() : {};
  return { ...others, ...workspace, ...(await makeFresh(route, maker)) };
}

async function answerOf(route: Route, name: BearerName) {
  const { demo } = standalone;
  const things = await thingsFor(route, name);
  const request = cellRequest(route, things, stage.right.uniqueName());
  const ownHeaders = route.path.endsWith('/signin_with_api_key') ? signInHeaders(demo, demo.user_id) : {};
  const headers = { ...request.headers, ...ownHeaders, ...stage.headersOf(name, things) };
  const { status, text } = await send(demo.base_url, { ...request, headers });
  if (status < 400) return { status, error: null };
  return { status, error: (JSON.parse(text) as { error_code: string }).error_code };
}

// One test for each cell: `npm test` says at its end how many there are (tools/test/test.mjs).
describe('authorization matrix', () => {
  describe.each(named(gatewayRoutes))('%s', (_name, route) => {
    it.each(bearerNames)('with %s', async (name) => {
      expect(await answerOf(route, name)).toEqual(expectedAnswer(route, bearers[name]));
    });
  });
});

describe('every route that changes something', () => {
  const changing = gatewayRoutes.filter(
    ({ method, access }) => method !== 'GET' && access.credential !== 'none',
  );

  it.each(named(changing))('%s asks for a permission to do so', (_name, { access }) => {
    const { requires, workspace } = access;
    const asked = [...requires, ...(workspace?.permission ? [workspace.permission] : [])];
    expect(asked.filter((permission) => !/[.:](view|Get)/.test(permission))).not.toEqual([]);
  });
});
