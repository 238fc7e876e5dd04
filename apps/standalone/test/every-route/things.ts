import { setTimeout as delay } from 'node:timers/promises';
import { grantToJson, type Grant } from '@svc/auth';
import { gatewayRoutes } from '@svc/gateway';
import { findRoute } from '@svc/gateway/answers-of-routes';
import type { StartedStandalone } from '../started-standalone.js';
import type { SignedIn } from './sign-in.js';
import { bearing, demand, send } from './http-client.js';

/** Existing objects, by their names in paths and bodies. */
export type Things = Readonly<Record<string, string>>;

export interface WorkspaceThings extends Things {
  readonly workspace_id: string;
  readonly slug: string;
  /** Of a key that may be rotated and deleted. */
  readonly key_id: string;
  readonly ownerKey: string;
  readonly viewerKey: string;
}

/** Of a workspace's definitions, in paths and bodies. */
export const definitionIds: readonly string[] = [
  ...['agent_id', 'graph_id', 'context_graph_id', 'service_id'],
  ...['skill_id', 'integration_id', 'endpoint_id', 'enrichment_key_id', 'conversation_id'],
  'session_id',
  'entity_id',
  'merged_entity_id',
  'key',
  'surface_id',
  'table_id',
];

/** A workspace and an organization have things of the same names. */
export function nameInWorkspace(name: string): string {
  return `workspace.${name}`;
}

/** The name of a version set of each service in a workspace. */
export const versionSetOfTests = 'of-a-test';

/** The reserved discard port: nobody listens. */
const nowhere = 'http://127.0.0.1:9';

/** The body that the documents show for a creation. */
function exampleOf(path: string): object {
  return findRoute(gatewayRoutes, 'POST', path)?.example?.body ?? {};
}

/** Creates the objects of routes over HTTP, as a user of an organization. */
export class Maker {
  #made = 0;

  constructor(
    private readonly demo: StartedStandalone['demo'],
    private readonly who: SignedIn,
  ) {}

  get token(): string {
    return this.who.token;
  }

  /** An unused name. */
  uniqueName(): string {
    this.#made += 1;
    return `${this.who.organization}-${this.#made}`;
  }

  async user(roleName = 'DefaultUserRole'): Promise<string> {
    const name = this.uniqueName();
    const names = { first_name: 'Test', last_name: name, email: `${name}@demo.test` };
    const body = { ...names, role_name: roleName };
    return (await this.#post<{ user_id: string }>('user/', body)).user_id;
  }

  async role(grants: readonly Grant[] = []): Promise<string> {
    const role = { role_name: this.uniqueName(), description: 'Of a test.', frontend_view: 'client' };
    await this.#post('role/', { ...role, permission_grants: grants.map(grantToJson) });
    return role.role_name;
  }

  async apiKey(): Promise<{ readonly api_key_id: string; readonly api_key: string }> {
    const body = { duration: 'P2D', role_name: 'DefaultSuperAdministratorRole' };
    return this.#post('organization/api_key/', body);
  }

  /** A conversation that has begun and is not finished, and its first interaction; any other one of this user is finished. */
  async conversation(): Promise<Things> {
    await this.finishConversations();
    const body = { service_id: this.demo.service_id };
    const { text } = await this.#send('POST', 'conversation/?response_format=text', body);
    const [, conversation_id] = /"conversation_id":\s*"([0-9a-f]{24})"/.exec(text) ?? [];
    const [, interaction_id] = /"interaction_id":\s*"([0-9a-f]{24})"/.exec(text) ?? [];
    if (conversation_id === undefined || interaction_id === undefined)
      throw new Error(`No conversation has begun: ${text}`);
    return { conversation_id, interaction_id };
  }

  async finishConversations(): Promise<void> {
    const path = this.#pathOf('conversation/?is_finished=false');
    const { conversations } = await this.#demand<{ conversations: { id: string; user_id: string }[] }>(
      'GET',
      path,
    );
    for (const { id, user_id } of conversations)
      if (user_id === this.who.userId) await this.#post(`conversation/${id}/finish/`);
  }

  async destination(): Promise<string> {
    const body = {
      url: `${nowhere}/${this.uniqueName()}`,
      accepted_types: ['conversation-post-processing-complete'],
      retry_attempts: 1,
    };
    return (await this.#post<{ id: string }>('webhook_destination/', body)).id;
  }

  /** A finished delivery: the effects of a conversation that is finished now. */
  async delivery(destination: string): Promise<string> {
    await this.conversation();
    await this.finishConversations();
    const path = this.#pathOf(`webhook_destination/${destination}/delivery`);
    for (;;) {
      const listed = await this.#demand<{ webhook_deliveries: { id: string }[] }>('GET', path);
      const [delivery] = listed.webhook_deliveries;
      if (delivery) return delivery.id;
      await delay(50);
    }
  }

  async workspace(): Promise<WorkspaceThings> {
    const slug = this.uniqueName();
    const made = await this.#demand<{ id: string }>('POST', '/v1/me/workspaces', { slug, name: slug });
    const { key_id } = await this.workspaceKey(made.id, 'viewer');
    const ownerKey = (await this.workspaceKey(made.id, 'owner')).api_key;
    const viewerKey = (await this.workspaceKey(made.id, 'viewer')).api_key;
    return { workspace_id: made.id, slug, key_id, ownerKey, viewerKey };
  }

  /** With a version. */
  async agent(): Promise<string> {
    return this.#versioned('organization/agent', { agent_name: this.uniqueName() });
  }

  /** With a version. */
  async contextGraph(): Promise<string> {
    const name = { state_machine_name: this.uniqueName() };
    return this.#versioned('organization/service_hierarchical_state_machine', name);
  }

  /** With a version set beside those that each has. */
  async service(): Promise<string> {
    const body = {
      ...exampleOf(this.#pathOf('service/')),
      name: this.uniqueName(),
      agent_id: await this.agent(),
      service_hierarchical_state_machine_id: await this.contextGraph(),
    };
    const { id } = await this.#post<{ id: string }>('service/', body);
    await this.versionSet(id);
    return id;
  }

  /** With the version 0.0.1. */
  async tool(): Promise<string> {
    const name = this.uniqueName().replaceAll('-', '_');
    const { id } = await this.#post<{ id: string }>('tool/', { name, description: 'Of a test.' });
    await this.#post(`tool/${id}/version`, exampleOf(this.#pathOf(`tool/${id}/version`)));
    return id;
  }

  async versionSet(serviceId: string): Promise<void> {
    const path = this.#pathOf(`service/${serviceId}/version_sets/${versionSetOfTests}/`);
    await this.#demand('PUT', path, { version_set: {} });
  }

  async #versioned(path: string, name: object): Promise<string> {
    const { id } = await this.#post<{ id: string }>(path, name);
    const toVersions = `${path}/${id}/`;
    await this.#post(toVersions, exampleOf(this.#pathOf(toVersions)));
    return id;
  }

  async #simulation({ workspace_id, ownerKey }: WorkspaceThings, service_id: string): Promise<string> {
    const path = `/v1/${workspace_id}/simulations/sessions`;
    const made = await demand<{ session_id: string }>(this.demo.base_url, {
      ...{ method: 'POST', path, body: { service_id } },
      headers: bearing(ownerKey),
    });
    return made.session_id;
  }

  /** One definition of each kind in a workspace, with a version where it has versions. */
  async definitions(workspace: WorkspaceThings): Promise<Things> {
    const name = this.uniqueName();
    const make = (path: string, changes?: object) => this.#define(workspace, path, changes);
    const agent = await make('agents', { name });
    await make(`agents/${agent}/versions`);
    const graph = await make('context-graphs', { name });
    await make(`context-graphs/${graph}/versions`);
    const sets = { version_sets: { [versionSetOfTests]: {} } };
    const integration = await make('integrations', { name, base_url: nowhere });
    const service = await make('services', { name, agent_id: agent, context_graph_id: graph, ...sets });
    return {
      'workspace.agent_id': agent,
      'workspace.graph_id': graph,
      'workspace.context_graph_id': graph,
      'workspace.service_id': service,
      'workspace.conversation_id': await make('conversations', { service_id: service }),
      'workspace.session_id': await this.#simulation(workspace, service),
      'workspace.skill_id': await make('skills', { slug: name }),
      'workspace.integration_id': integration,
      'workspace.tool_name': `${name}__${name}`,
      'workspace.enrichment_key_id': await make('world/enrichment-keys', { key: name }),
      'workspace.key': name,
      ...(await this.surface(workspace)),
      ...(await this.#entities(workspace)),
      'workspace.entity_id': await make('world/entities'),
      'workspace.table_id': await make('tables', { table_name: name.replaceAll('-', '_') }),
      'workspace.endpoint_id': await make(`integrations/${integration}/endpoints`, { name }),
    };
  }

  /** A form that can be submitted, and a link to it. */
  async surface({ workspace_id: id, ownerKey }: WorkspaceThings): Promise<Things> {
    const path = `/v1/${id}/surfaces`;
    const request = { method: 'POST', path, headers: bearing(ownerKey), body: exampleOf(path) };
    const made = await demand<{ id: string; token: string }>(this.demo.base_url, request);
    return { 'workspace.surface_id': made.id, 'workspace.token': made.token };
  }

  /** An entity, and one that went up in it. */
  async #entities(workspace: WorkspaceThings): Promise<Things> {
    const [entity_id, merged_entity_id] = [
      await this.#define(workspace, 'world/entities'),
      await this.#define(workspace, 'world/entities'),
    ];
    await this.#define(workspace, `world/entities/${entity_id}/merge`, { merged_entity_id });
    return { 'workspace.entity_id': entity_id, 'workspace.merged_entity_id': merged_entity_id };
  }

  /** By the example of its route. */
  async #define({ workspace_id: id, ownerKey }: WorkspaceThings, path: string, changes?: object) {
    const where = `/v1/${id}/${path}`;
    const body = { ...exampleOf(where), ...changes };
    const request = { method: 'POST', path: where, headers: bearing(ownerKey), body };
    return (await demand<{ id: string }>(this.demo.base_url, request)).id;
  }

  /** For a day. */
  workspaceKey(
    workspaceId: string,
    role: string,
    permissions: readonly string[] = [],
  ): Promise<{ readonly key_id: string; readonly api_key: string }> {
    return this.#demand('POST', `/v1/${workspaceId}/api-keys`, { duration_days: 1, role, permissions });
  }

  async rotateWorkspaceKey(workspaceId: string, keyId: string): Promise<void> {
    await this.#demand('POST', `/v1/${workspaceId}/api-keys/${keyId}/rotate`, { duration_days: 1 });
  }

  async archive({ workspace_id, slug }: WorkspaceThings): Promise<void> {
    await this.#demand('POST', `/v1/workspaces/${workspace_id}/archive`, { slug });
  }

  async delete(path: string): Promise<void> {
    await this.#demand('DELETE', path);
  }

  #post<Body>(path: string, body?: object): Promise<Body> {
    return this.#demand('POST', this.#pathOf(path), body);
  }

  #demand<Body>(method: string, path: string, body?: object): Promise<Body> {
    return demand(this.demo.base_url, { method, path, headers: this.#headers(), body });
  }

  #send(method: string, path: string, body: object) {
    const request = { method, path: this.#pathOf(path), headers: this.#headers(), body };
    return send(this.demo.base_url, request);
  }

  #headers() {
    return bearing(this.who.token);
  }

  #pathOf(path: string): string {
    return `/v1/${this.who.organization}/${path}`;
  }
}
