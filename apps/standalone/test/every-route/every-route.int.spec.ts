import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { permissionsOfRole, type PermissionName, type WorkspacePermission } from '@svc/auth';
import { errorTable, wireCode } from '@svc/errors';
import { gatewayRoutes, type Route } from '@svc/gateway';
import { findRoute } from '@svc/gateway/answers-of-routes';
import fc from 'fast-check';
import { startStandalone, type StartedStandalone } from '../started-standalone.js';
import { bearerNames, bearers, type BearerName } from './bearer.js';
import { cellRequest, isAboutSomething, makeFresh } from './cell-request.js';
import { expectedAnswer, type ExpectedAnswer } from './expected-answer.js';
import { bearing, send, sendAsIs, type Headers, type HttpRequest } from './http-client.js';
import { requestsAnywhere, requestsTo } from './random-requests.js';
import { signInHeaders } from './sign-in.js';
import { setStage, type Stage } from './stage.js';
import { countStored } from './stored.js';

// Runs every row of the table of routes through the whole system: a new route needs no test here. `send` compares each
// response with its route's declaration.

/** For each route, and for any path: a longer fuzz of the documents is `npm run fuzz`. */
const randomRequests = 20;

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
const codeOf = (text: string) => (JSON.parse(text) as { error_code: string }).error_code;
const written = ({ status, error }: ExpectedAnswer) => (error === null ? `${status}` : `${status} ${error}`);

/** The permissions without which everybody is rejected. */
function neededFor({ access: { requires, workspace } }: Route): (PermissionName | WorkspacePermission)[] {
  const { permission = null } = workspace ?? {};
  // The weakest role of a workspace has some, so every key has those.
  const ofWorkspace =
    permission === null || permissionsOfRole('viewer').includes(permission) ? [] : [permission];
  return [...requires, ...ofWorkspace];
}

interface Cell {
  readonly name: string;
  readonly expected: string;
  readonly isRefused: boolean;
  /** The objects of the request, and its sender. */
  readonly prepare: () => Promise<{ readonly things: Stage['others']; readonly credential: Headers }>;
}

function cellsOf(route: Route): readonly Cell[] {
  const surface = route.surface === 'platform' ? 'platform' : 'classic';
  const denied = {
    status: errorTable.permission_denied.httpStatus,
    error: wireCode('permission_denied', surface),
  };
  const ofBearers = bearerNames.map((name): Cell => {
    const answer = expectedAnswer(route, bearers[name]);
    return {
      name,
      expected: written(answer),
      isRefused: answer.error !== null,
      prepare: async () => {
        const things = answer.error === null ? await thingsToChange(route, name) : stage.others;
        return { things, credential: stage.headersOf(name, things) };
      },
    };
  });
  const ofLacking = neededFor(route).map((permission) => ({
    name: `every permission but ${permission}`,
    expected: written(denied),
    isRefused: true,
    prepare: async () => ({ things: stage.others, credential: await stage.lacking(permission) }),
  }));
  return [...ofBearers, ...ofLacking];
}

/** A caller who may change an object gets a separate one, because other cells still need the shared ones. */
async function thingsToChange(route: Route, name: BearerName): Promise<Stage['others']> {
  const { others, right, weakest } = stage;
  if (route.method === 'GET') return others;
  const maker = name === 'a user of the weakest role' ? weakest : right;
  if (route.path.includes('/conversation/')) await maker.finishConversations();
  const workspace = route.path.includes(':workspace_id') ? await right.workspace() : {};
  return { ...others, ...workspace, ...(await makeFresh(route, maker, route.isByLink ? others : workspace)) };
}

async function answerTo(route: Route, cell: Cell): Promise<string> {
  const { demo } = standalone;
  const { things, credential } = await cell.prepare();
  const request = cellRequest(route, things, stage.right.uniqueName());
  const ownHeaders = route.path.endsWith('/signin_with_api_key') ? signInHeaders(demo, demo.user_id) : {};
  const headers = { ...request.headers, ...ownHeaders, ...credential };
  // An error in one cell is shown next to its name.
  const { status, text } = await send(demo.base_url, { ...request, headers }).catch((error: Error) => ({
    status: 0,
    text: JSON.stringify({ error_code: error.message }),
  }));
  return written({ status, error: status > 0 && status < 400 ? null : codeOf(text) });
}

// At its end, `npm test` counts the cells by these titles (tools/test/authorization-cells.mjs).
describe('authorization matrix', () => {
  const rows = named(gatewayRoutes).map(([name, route]) => {
    const cells = cellsOf(route);
    return [name, cells.length, cells, route] as const;
  });

  it.each(rows)('%s: %i cells', async (_name, _count, cells, route) => {
    const answers: Record<string, string> = {};
    const answer = async (some: readonly Cell[]) => {
      for (const cell of some) answers[cell.name] = await answerTo(route, cell);
    };
    const refused = cells.filter(({ isRefused }) => isRefused);
    // Who is refused is made before anything is counted.
    for (const cell of refused) await cell.prepare();

    const before = await countStored(standalone);
    await answer(refused);
    const after = await countStored(standalone);
    await answer(cells.filter(({ isRefused }) => !isRefused));

    expect(answers).toEqual(Object.fromEntries(cells.map(({ name, expected }) => [name, expected])));
    expect({ 'what the refused requests stored': after }).toEqual({
      'what the refused requests stored': before,
    });
  });
});

describe('the routes that need no credential', () => {
  it('are only these: name another one here', () => {
    const open = gatewayRoutes.filter(({ access }) => access.credential !== 'required');
    expect(open.map(({ operationId }) => operationId).sort()).toEqual([
      'get-jwks',
      'get-openapi-document',
      'get-organization',
      'get-platform-openapi-document',
      'get-reference',
      'get-reference-frame',
      'get-reference-start',
      'get-reference-style',
      'get-reference-viewer',
      'list-regions',
      'open-surface-link',
      'save-surface-field',
      'sign-in-with-api-key',
      'submit-surface-link',
    ]);
  });
});

describe('every route that changes something', () => {
  /** These store nothing, though each is a POST. */
  const reading = new Set(['recommend-responses-for-interaction', 'resolve-entities']);
  const changing = gatewayRoutes.filter(
    ({ method, access, operationId }) =>
      method !== 'GET' && access.credential !== 'none' && !reading.has(operationId),
  );

  it.each(named(changing))('%s asks for a permission to do so', (_name, { access }) => {
    const { requires, workspace } = access;
    const asked = [...requires, ...(workspace?.permission ? [workspace.permission] : [])];
    expect(asked.filter((permission) => !/[.:](view|Get)/.test(permission))).not.toEqual([]);
  });
});

describe('another tenant', () => {
  const answerOf = async (request: HttpRequest, credential: string) => {
    const headers = { ...request.headers, ...bearing(credential) };
    const { status, text } = await send(standalone.demo.base_url, { ...request, headers });
    return { status, text };
  };
  /** The response to any request. */
  const wordsOf = ({ status, text }: { status: number; text: string }) => ({
    status,
    body: { ...(JSON.parse(text) as object), request_id: '' },
  });
  const ofOrganizations = gatewayRoutes.filter(
    ({ access }) => access.credential === 'required' && access.organization === 'known',
  );
  const ofWorkspaces = gatewayRoutes.filter(({ access }) => access.workspace?.of === 'path');
  const requestTo = (route: Route, organization?: string, workspaceId?: string) => {
    const things = { ...stage.others, ...(workspaceId && { workspace_id: workspaceId }) };
    return cellRequest(route, things, stage.right.uniqueName(), organization);
  };

  it.each(named(ofOrganizations))('%s says of an organization what it says of none', async (_name, route) => {
    const { token } = stage.stranger;
    const there = wordsOf(await answerOf(requestTo(route), token));
    expect(there).toEqual(wordsOf(await answerOf(requestTo(route, 'nowhere'), token)));
    expect(there).toMatchObject({ status: 404, body: { error_code: 'organization_not_found' } });
  });

  it.each(named(ofWorkspaces))('%s says of a workspace what it says of none', async (_name, route) => {
    for (const credential of [stage.stranger.token, stage.stranger.ownerKey]) {
      const there = wordsOf(await answerOf(requestTo(route), credential));
      const nowhere = requestTo(route, undefined, randomUUID());
      expect(there).toEqual(wordsOf(await answerOf(nowhere, credential)));
      expect(there).toMatchObject({ status: 403, body: { error_code: 'workspace_mismatch' } });
    }
  });

  it.each(named([...ofOrganizations, ...ofWorkspaces]))(
    '%s knows nothing of others in the own organization and workspace',
    async (_name, route) => {
      const { token, workspaceId } = stage.stranger;
      const before = await countStored(standalone);
      const { status, text } = await answerOf(requestTo(route, 'other', workspaceId), token);
      const { ownerKey: _key, viewerKey: _other, slug: _slug, workspace_id: _own, ...things } = stage.others;
      if (isAboutSomething(route)) {
        expect(status).toBe(404);
        expect(await countStored(standalone)).toEqual(before);
      } else if (status < 400) expect(Object.values(things).filter((id) => text.includes(id))).toEqual([]);
    },
  );
});

describe('bad input', () => {
  const rightCredential = ({ access: { workspace } }: Route) =>
    workspace?.of === 'key' ? bearing(stage.others.ownerKey) : bearing(stage.right.token);

  it.each(named(gatewayRoutes))('to %s is refused, and is never a failure of ours', async (_name, route) => {
    const { base_url: baseUrl } = standalone.demo;
    const example = cellRequest(route, stage.others, stage.right.uniqueName());
    const request = { ...example, headers: { ...example.headers, ...rightCredential(route) } };

    const { maxBytes, media } = route.request.body ?? {};
    if (maxBytes !== undefined) {
      const tooLong = 'x'.repeat(maxBytes + 1);
      const form = new FormData();
      form.append('recorded_message', tooLong);
      const json = {
        headers: { ...request.headers, 'content-type': 'application/json' },
        body: `"${tooLong}"`,
      };
      const answer = await send(baseUrl, { ...request, ...(media === 'form' ? { body: form } : json) });
      expect([answer.status, codeOf(answer.text)]).toEqual([413, 'payload_too_large']);
    }

    const path = request.path.split('?', 1)[0] ?? '';
    const unserved = ['PATCH', 'PUT', 'DELETE', 'POST'].find(
      (method) => !findRoute(gatewayRoutes, method, path),
    );
    if (unserved !== undefined) {
      const answer = await send(baseUrl, { method: unserved, path, headers: rightCredential(route) });
      // A path with only some methods published but not built is not found.
      expect(['method_not_allowed', 'not_found']).toContain(codeOf(answer.text));
    }

    const requests = requestsTo(route, stage.others.workspace_id);
    await fc.assert(fc.asyncProperty(requests, expectNoFailure(rightCredential(route))), {
      numRuns: randomRequests,
    });
  });

  it('anywhere is never a failure of ours', async () => {
    const credential = bearing(stage.right.token);
    // Slashes too many are passed over: this is /livez, which is in no interface.
    const examples: [HttpRequest][] = [[{ method: 'GET', path: '//livez' }]];
    const noFailure = fc.asyncProperty(requestsAnywhere(), expectNoFailure(credential));
    await fc.assert(noFailure, { numRuns: 200, examples });
  });

  const expectNoFailure = (credential: Headers) => async (request: HttpRequest) => {
    const headers = { ...request.headers, ...credential };
    const { status } = await sendAsIs(standalone.demo.base_url, { ...request, headers });
    expect(status).toBeGreaterThanOrEqual(200);
    expect(status).toBeLessThan(500);
  };
});
