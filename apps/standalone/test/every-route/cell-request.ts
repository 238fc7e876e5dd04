import type { Route } from '@svc/gateway';
import { systemClock } from '@svc/runtime';
import type { HttpRequest } from './http-client.js';
import {
  definitionIds,
  nameInWorkspace,
  versionSetOfTests,
  type Maker,
  type Things,
  type WorkspaceThings,
} from './things.js';

/** Objects that a cell creates to change them, by their parameter names in paths and bodies. */
const freshThings: Readonly<Record<string, (maker: Maker) => Promise<Things>>> = {
  user_id: async (maker) => ({ user_id: await maker.user() }),
  api_key_id: async (maker) => ({ api_key_id: (await maker.apiKey()).api_key_id }),
  role_name: async (maker) => ({ role_name: await maker.role() }),
  agent_id: async (maker) => ({ agent_id: await maker.agent() }),
  service_hierarchical_state_machine_id: async (maker) => ({
    service_hierarchical_state_machine_id: await maker.contextGraph(),
  }),
  conversation_id: (maker) => maker.conversation(),
  webhook_destination_id: async (maker) => ({ webhook_destination_id: await maker.destination() }),
};

/** The same, only by names in paths: conversations take the service of the demo. */
const freshInPath: typeof freshThings = {
  service_id: async (maker) => ({ service_id: await maker.service() }),
  tool_id: async (maker) => ({ tool_id: await maker.tool() }),
};

/** In paths, of objects that each maker creates. */
const wellKnown: Things = {
  version: 'latest',
  name: versionSetOfTests,
  version_set_name: versionSetOfTests,
  version_constraint: '0.0.1',
  tool_version: '0.0.1',
};

/**
 * Those that the path and body of a route name. All other objects are shared.
 * @param workspace the one that the route is about, if any
 */
export async function makeFresh(
  route: Route,
  maker: Maker,
  workspace: Partial<WorkspaceThings>,
): Promise<Things> {
  if (route.path.includes(':webhook_delivery_id')) return {};
  const { body, query } = route.example ?? {};
  const named = [
    ...parametersOf(route),
    ...Object.keys({ ...body, ...query }).filter((name) => namesThing(route, name)),
  ];
  if (route.isByLink)
    return { ...(await maker.surface(workspace as WorkspaceThings)), [nameInWorkspace('key')]: 'day' };
  if (route.surface === 'platform') {
    const isDefined = named.some((name) => definitionIds.includes(name));
    return isDefined ? maker.definitions(workspace as WorkspaceThings) : {};
  }
  const made = [
    ...named.flatMap((name) => freshThings[name] ?? []),
    ...parametersOf(route).flatMap((name) => freshInPath[name] ?? []),
  ];
  const things = await Promise.all(made.map((make) => make(maker)));
  return Object.assign({}, ...things) as Things;
}

/**
 * The example of the route, with these objects.
 * @param newName of what it creates
 * @param organization that it is about, unless it creates one
 */
export function cellRequest(
  route: Route,
  things: Things,
  newName: string,
  organization = 'demo',
): HttpRequest {
  const { headers = {}, query, body } = route.example ?? {};
  const path = route.path.replaceAll(/:(\w+)/g, (_parameter, name: string) => {
    if (name === 'org') return route.access.organization === 'new' ? newName : organization;
    const thing = thingOf(route, things, name) ?? wellKnown[name];
    if (thing === undefined) throw new Error(`Say in things.ts what ${name} of ${route.path} is.`);
    return thing;
  });
  const asked = query && { ...query, ...idsIn(route, query, things) };
  const search = asked ? `?${new URLSearchParams(asked).toString()}` : '';
  return {
    method: route.method,
    path: `${path}${search}`,
    headers,
    body: body && bodyOf(route, { ...body, ...about(route, body, things, newName) }),
  };
}

/** Body fields that must fit this stage: ids of existing objects, and unused names. */
function about(
  route: Route,
  body: object,
  things: Things,
  newName: string,
): Readonly<Record<string, string>> {
  const values: Things = {
    ...idsIn(route, body, things),
    slug: route.path.includes(':workspace_id') ? (things['slug'] ?? '') : newName,
    email: `${newName}@demo.test`,
    tool_name: things['workspace.tool_name'] ?? '',
    since: new Date(systemClock.now()).toISOString(),
    ...(route.path.endsWith('/role/') && { role_name: newName }),
  };
  return Object.fromEntries(Object.entries(values).filter(([name]) => name in body));
}

/** The ids of existing things among these fields. */
function idsIn(route: Route, fields: object, things: Things): Things {
  return Object.fromEntries(
    Object.keys(fields).flatMap((name) => {
      const thing = namesThing(route, name) ? thingOf(route, things, name) : undefined;
      return thing === undefined ? [] : [[name, thing]];
    }),
  );
}

/** A workspace has services of its own. */
function thingOf({ surface }: Route, things: Things, name: string): string | undefined {
  return (surface === 'platform' ? things[nameInWorkspace(name)] : undefined) ?? things[name];
}

function bodyOf({ request }: Route, values: Readonly<Record<string, unknown>>): object {
  if (request.body?.media !== 'form') return values;
  const form = new FormData();
  for (const [name, value] of Object.entries(values)) form.append(name, String(value));
  return form;
}

function parametersOf({ path }: Route): readonly string[] {
  return [...path.matchAll(/:(\w+)/g)].map(([, name = '']) => name);
}

/** Whether the route is about an existing object, by its path or its body. */
export function isAboutSomething(route: Route): boolean {
  const inPath = parametersOf(route).filter((name) => name !== 'org' && name !== 'workspace_id');
  const { body, query } = route.example ?? {};
  return inPath.length > 0 || Object.keys({ ...body, ...query }).some((name) => namesThing(route, name));
}

/** A form may be for an entity that nobody knows yet. */
function namesThing({ operationId }: Route, name: string): boolean {
  return name.endsWith('_id') && !(operationId === 'create-surface' && name === 'entity_id');
}
