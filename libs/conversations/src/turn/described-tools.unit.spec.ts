import type { ContextGraph, ToolDescriptor } from '@svc/engine';
import { DomainError } from '@svc/errors';
import { canonicalJson, type TenantId } from '@svc/kernel';
import { silentLogger } from '@svc/telemetry';
import { bookVisit, deskWith, freeDays, specOf } from '../../test/tool-conversation.js';
import type { Tools } from '../ports/ports.js';
import { DescribedTools, maxToolsBytes } from './described-tools.js';

const tenantId: TenantId = 'org:demo';

/** A tool whose description has so many characters. */
function long(name: string, characters: number): ToolDescriptor {
  return { ...freeDays, toolId: name, name, description: 'x'.repeat(characters) };
}

async function described(graphs: readonly ContextGraph[], all: readonly ToolDescriptor[]) {
  const asked: (readonly string[])[] = [];
  const tools: Pick<Tools, 'describe'> = {
    describe: async (_tenantId, named) => {
      asked.push(named.map(({ toolId }) => toolId));
      return all.toReversed();
    },
  };
  const [graph, ...others] = graphs;
  const definition = {
    graph: graph!,
    graphs: others.map((other, place) => ({ version: [`g${place}`, 1] as const, graph: other })),
  };
  const kept = await new DescribedTools(tools as Tools, silentLogger).of(tenantId, definition);
  return { kept, asked };
}

describe('the tools of a turn', () => {
  it('given graphs that name the same tool, then it is asked for and told once, in the order of the graphs', async () => {
    const graphs = [deskWith([specOf(bookVisit)]), deskWith([specOf(freeDays), specOf(bookVisit)])];
    const { kept, asked } = await described(graphs, [bookVisit, freeDays]);
    expect(asked).toEqual([['book_visit', 'free_days']]);
    expect(kept).toEqual([bookVisit, freeDays]);
  });

  it('given no tools, then nobody is asked', async () => {
    expect(await described([deskWith([])], [])).toEqual({ kept: undefined, asked: [] });
  });

  it('given more than an event holds, then what finds no room is left out, and the others stay', async () => {
    const all = [long('first', 30_000), long('huge', 65_536), long('second', 29_000), long('third', 30_000)];
    const { kept } = await described([deskWith(all.map((tool) => specOf(tool)))], all);
    expect(kept?.map(({ name }) => name)).toEqual(['first', 'second']);
    expect(Buffer.byteLength(canonicalJson(kept))).toBeLessThanOrEqual(maxToolsBytes);
  });

  it('given that nobody describes them now, then there is no news of them, and no error', async () => {
    const describe = () => Promise.reject(new DomainError('service_unavailable', 'Nobody answers.'));
    const away = new DescribedTools({ describe } as unknown as Tools, silentLogger);
    expect(await away.of(tenantId, { graph: deskWith([specOf(bookVisit)]) })).toBeUndefined();
  });
});
