import type { Command } from 'commander';
import { UsageError } from '../exit-codes.js';
import type { Column } from '../output/print.js';
import type { Session } from '../session.js';

type Client = ReturnType<Session['platform']>;

interface Listed {
  readonly name: string;
  readonly what: string;
  readonly columns: readonly Column[];
  readonly list: (client: Client) => AsyncIterable<object>;
  readonly get?: (client: Client, id: string) => Promise<object>;
}

const named: readonly Column[] = [
  ['id', 'ID'],
  ['name', 'NAME'],
];
const versioned: readonly Column[] = [...named, ['latest_version', 'VERSION'], ['updated_at', 'CHANGED']];

const resources: readonly Listed[] = [
  {
    ...{ name: 'agents', what: 'who speaks', columns: versioned },
    list: ({ agents }) => agents.listAutoPaging(),
    get: ({ agents }, id) => agents.get(id),
  },
  {
    ...{ name: 'graphs', what: 'the ways that conversations take', columns: versioned },
    list: ({ contextGraphs }) => contextGraphs.listAutoPaging(),
    get: ({ contextGraphs }, id) => contextGraphs.get(id),
  },
  {
    ...{ name: 'services', what: 'an agent on a graph: what one talks with' },
    columns: [...named, ['is_active', 'ACTIVE'], ['agent_id', 'AGENT'], ['context_graph_id', 'GRAPH']],
    list: ({ services }) => services.listAutoPaging(),
    get: ({ services }, id) => services.get(id),
  },
  {
    ...{ name: 'skills', what: 'what an agent can be given to do by a model of its own' },
    columns: [
      ['id', 'ID'],
      ['slug', 'SLUG'],
      ['name', 'NAME'],
      ['enabled', 'ENABLED'],
    ],
    list: ({ skills }) => skills.listAutoPaging(),
    get: ({ skills }, id) => skills.get(id),
  },
  {
    ...{ name: 'integrations', what: 'other systems, and what of them agents can call' },
    columns: [...named, ['display_name', 'TITLE'], ['enabled', 'ENABLED']],
    list: ({ integrations }) => integrations.listAutoPaging(),
    get: ({ integrations }, id) => integrations.get(id),
  },
  {
    ...{ name: 'world', what: 'the people and things that are known' },
    columns: [
      ['id', 'ID'],
      ['entity_type', 'TYPE'],
      ['display_name', 'NAME'],
      ['updated_at', 'CHANGED'],
    ],
    list: ({ world }) => world.listEntitiesAutoPaging(),
    get: async ({ world }, id) => ({ ...(await world.getEntity(id)), ...(await world.listEnrichment(id)) }),
  },
  {
    ...{ name: 'tables', what: "the workspace's own tables" },
    columns: [
      ['id', 'ID'],
      ['table_name', 'NAME'],
      ['created_at', 'CREATED'],
    ],
    list: async function* ({ tables }) {
      yield* (await tables.list()).items;
    },
    get: ({ tables }, id) => tables.get(id),
  },
  {
    ...{ name: 'keys', what: 'the API keys of the workspace' },
    columns: [
      ['key_id', 'ID'],
      ['name', 'NAME'],
      ['role', 'ROLE'],
      ['expires_at', 'EXPIRES'],
    ],
    list: ({ apiKeys }) => apiKeys.listAutoPaging(),
  },
];

/** `svc agents list`, `svc agents get <id>`, and so on. */
export function addListCommands(program: Command, session: Session): void {
  for (const { name, what, columns, list, get } of resources) {
    const command = program.command(name).description(what);
    command
      .command('list')
      .description(`the ${name}`)
      .option('--limit <count>', 'at most so many', '100')
      .action(async ({ limit }: { limit: string }) =>
        session.show(await taken(list(session.platform()), limitOf(limit)), columns),
      );
    if (get === undefined) continue;
    command
      .command('get <id>')
      .description('one of them')
      .action(async (id: string) => session.show(await get(session.platform(), id)));
  }
}

export async function taken(items: AsyncIterable<object>, limit: number): Promise<readonly object[]> {
  const all: object[] = [];
  for await (const item of items) {
    all.push(item);
    if (all.length === limit) break;
  }
  return all;
}

export const limitOf = (text: string): number => wholeNumber('--limit', text);

export function wholeNumber(option: string, text: string): number {
  const number = Number(text);
  if (Number.isInteger(number) && number >= 1) return number;
  throw new UsageError(`${option} is a whole number from 1 on, not "${text}".`);
}
