import type { Route } from '../src/route/route.js';
import { workspaceId } from './harness.js';
import { conversationId, form } from './turns.js';

export interface RouteRequest {
  readonly method: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: FormData | string | undefined;
}

/** Ids that some routes hold to a form; any other text does for the rest. */
const ids: Readonly<Record<string, string>> = {
  conversation_id: conversationId,
  workspace_id: workspaceId,
  webhook_destination_id: '65f0000000000000000000d1',
  webhook_delivery_id: '65f0000000000000000000d2',
};

/** The path with a value for each of its parameters. */
export function pathOf(route: Route, organization = 'demo'): string {
  return route.path.replaceAll(/:(\w+)/g, (_parameter, name: string) =>
    name === 'org' ? organization : (ids[name] ?? 'some-id'),
  );
}

/** What the example of a route is as a request, without a credential. */
export function requestOf(route: Route, organization?: string): RouteRequest {
  const { headers = {}, query, body } = route.example ?? {};
  const search = query ? `?${new URLSearchParams(query).toString()}` : '';
  const request = { method: route.method, path: `${pathOf(route, organization)}${search}`, headers };
  if (route.request.body?.media === 'form')
    return { ...request, body: form(body as Readonly<Record<string, string>>) };
  if (!route.request.body) return { ...request, body: undefined };
  return {
    ...request,
    headers: { ...headers, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  };
}
