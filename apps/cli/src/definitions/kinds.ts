import type { PlatformClient } from '@svc/sdk';
import { UsageError } from '../exit-codes.js';
import { without, type Definition } from './definition.js';

/** Something that stands in the workspace. */
export interface Stored {
  readonly id: string;
  /** As a file has it. */
  readonly definition: Definition;
  /** Absent where there are no versions. */
  readonly version?: number;
}

type Item = Readonly<Record<string, unknown>> & { readonly id: string };

/** One kind of definitions that stand in files. A further kind is one more of these. */
export interface Kind {
  readonly name: string;
  readonly what: string;
  /** The field by which files and the workspace are brought together. */
  readonly key: 'name' | 'slug';
  /** The schema of a file, over those of the service's own description of its routes. */
  readonly schema: (components: Components) => object;
  readonly list: (client: PlatformClient) => AsyncIterable<object>;
  readonly read: (client: PlatformClient, item: Item) => Promise<Pick<Stored, 'definition' | 'version'>>;
  /** @returns what was made, in words */
  readonly create: (client: PlatformClient, definition: Definition) => Promise<string>;
  readonly update: (client: PlatformClient, stored: Stored, definition: Definition) => Promise<string>;
}

/** The schemas of the routes' bodies, by name. */
export type Components = Readonly<Record<string, JsonSchema>>;

export interface JsonSchema {
  readonly properties?: Readonly<Record<string, object>>;
  readonly required?: readonly string[];
}

const reference = (name: string) => ({ $ref: `#/$defs/${name}` });

/** The calls of a kind that has versions. */
interface Versioned {
  readonly create: (body: Definition) => Promise<{ readonly id: string }>;
  readonly update: (id: string, body: Definition) => Promise<object>;
  readonly getVersion: (id: string, version: number) => Promise<object>;
  readonly createVersion: (id: string, body: Definition) => Promise<{ readonly version: number }>;
}

/** A name, a description, and the body of the newest version. */
function versionedKind(
  { name, what, body }: { readonly name: string; readonly what: string; readonly body: string },
  list: Kind['list'],
  callsOf: (client: PlatformClient) => Versioned,
): Kind {
  const versionOf = (definition: Definition) => definition['version'] as Definition;
  return {
    ...{ name, what, list, key: 'name' },
    schema: () => ({
      type: 'object',
      properties: {
        name: { type: 'string', minLength: 1, maxLength: 256 },
        description: { type: 'string', maxLength: 2000, default: '' },
        version: reference(body),
      },
      required: ['name', 'version'],
    }),
    async read(client, item) {
      const { id, name: itemName, description, latest_version: latest } = item;
      if (typeof latest !== 'number') return { definition: { name: itemName, description } };
      const version = await callsOf(client).getVersion(id, latest);
      return { definition: { name: itemName, description, version }, version: latest };
    },
    async create(client, definition) {
      const calls = callsOf(client);
      const { id } = await calls.create(without(definition, 'version'));
      const { version } = await calls.createVersion(id, versionOf(definition));
      return `made, version ${version}`;
    },
    async update(client, { id, definition: before }, definition) {
      const calls = callsOf(client);
      if (!isEqual(before['description'], definition['description']))
        await calls.update(id, without(definition, 'version'));
      if (isEqual(before['version'], definition['version'])) return 'its description is changed';
      const { version } = await calls.createVersion(id, versionOf(definition));
      return `version ${version}`;
    },
  };
}

const isEqual = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other);

/** Bodies have been checked against the schema of the route; the service checks them again. */
const asBody = <Body>(definition: Definition): Body => definition as Body;

const skills: Kind = {
  ...{ name: 'skills', what: 'what an agent can be given to do by a model of its own', key: 'slug' },
  schema: ({ CreateSkillRequest = {} }) => CreateSkillRequest,
  list: (client) => client.skills.listAutoPaging(),
  read: (_client, item) => Promise.resolve({ definition: item }),
  async create(client, definition) {
    await client.skills.create(asBody(definition));
    return 'made';
  },
  async update(client, { id }, definition) {
    await client.skills.update(id, asBody(without(definition, 'slug')));
    return 'changed';
  },
};

/** Names its agent and its graph by their names: ids differ from one workspace to the next. */
const services: Kind = {
  ...{ name: 'services', what: 'an agent on a graph: what one talks with', key: 'name' },
  schema({ CreateServiceRequest: { properties = {}, ...rest } = {} }) {
    const fields = Object.entries(properties).filter(
      ([name]) => !['agent_id', 'context_graph_id'].includes(name),
    );
    const named = { type: 'string', minLength: 1, maxLength: 256 };
    return {
      ...rest,
      properties: { ...Object.fromEntries(fields), agent: named, context_graph: named },
      required: ['name', 'agent', 'context_graph'],
    };
  },
  list: (client) => client.services.listAutoPaging(),
  read: (_client, { agent_name: agent, context_graph_name: context_graph, ...item }) =>
    Promise.resolve({ definition: { ...item, agent, context_graph } }),
  async create(client, definition) {
    await client.services.create(asBody(await withIds(client, definition)));
    return 'made';
  },
  async update(client, { id }, definition) {
    await client.services.update(id, asBody(await withIds(client, definition)));
    return 'changed';
  },
};

async function withIds(client: PlatformClient, definition: Definition): Promise<Definition> {
  return {
    ...without(definition, 'agent', 'context_graph'),
    agent_id: await idOf('agent', client.agents.listAutoPaging(), definition['agent']),
    context_graph_id: await idOf(
      'context graph',
      client.contextGraphs.listAutoPaging(),
      definition['context_graph'],
    ),
  };
}

async function idOf(
  what: string,
  items: AsyncIterable<{ readonly id: string; readonly name: string }>,
  name: unknown,
): Promise<string> {
  const ids: string[] = [];
  for await (const item of items) if (item.name === name) ids.push(item.id);
  const [id, ...others] = ids;
  if (id !== undefined && others.length === 0) return id;
  throw new UsageError(
    id === undefined
      ? `There is no ${what} of the name "${String(name)}". Push it first.`
      : `${ids.length} of the kind ${what} have the name "${String(name)}". Rename all but one.`,
  );
}

export const kinds: readonly Kind[] = [
  versionedKind(
    { name: 'agents', what: 'who speaks', body: 'CreateAgentVersionRequest' },
    (client) => client.agents.listAutoPaging(),
    ({ agents }) => ({
      create: (body) => agents.create(asBody(body)),
      update: (id, body) => agents.update(id, asBody(body)),
      getVersion: (id, version) => agents.getVersion(id, String(version)),
      createVersion: (id, body) => agents.createVersion(id, asBody(body)),
    }),
  ),
  versionedKind(
    { name: 'graphs', what: 'the ways that conversations take', body: 'CreateContextGraphVersionRequest' },
    (client) => client.contextGraphs.listAutoPaging(),
    ({ contextGraphs }) => ({
      create: (body) => contextGraphs.create(asBody(body)),
      update: (id, body) => contextGraphs.update(id, asBody(body)),
      getVersion: (id, version) => contextGraphs.getVersion(id, String(version)),
      createVersion: (id, body) => contextGraphs.createVersion(id, asBody(body)),
    }),
  ),
  skills,
  services,
];
