import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { jest } from '@jest/globals';
import { streamId } from '@svc/kernel';
import type { Host } from './host.js';
import { openLibrary, type Library } from './library.js';
import type { ToolAnswer } from '@svc/engine';
import type { Tools } from '../src/ports/ports.js';
import { eventually } from '@svc/testing';
import { bookVisit } from './tool-conversation.js';
import { keyOf, started, taken, tenantId, turnRequest, workspaceGraph } from './workspaces.js';

/** `SVC_LONG_TURNS=300` is the run of docs/performance.md. */
const turns = Number(process.env['SVC_LONG_TURNS'] ?? 12);
jest.setTimeout(60_000 + 1_000 * turns);
/** The longest that the engine shows to a model in each turn. */
const message = 'It is a long story. '.repeat(1_000);

const descriptor = { ...bookVisit, toolId: 'desk__book_visit', name: 'book_visit', version: null };
/** Each call has a long result. */
const tools: Tools = {
  describe: async () => [descriptor],
  call: async ({ call }): Promise<ToolAnswer> => ({
    type: 'tool-ended',
    result: call.id.padEnd(90_000, 'x'),
    durationMs: 5,
  }),
};

setFlagsFromString('--expose-gc');
const collectGarbage = runInNewContext('gc') as () => void;

let library: Library;
let host: Host;
let conversationId: string;

beforeAll(async () => {
  library = await openLibrary(workspaceGraph({ action_tool_call_specs: [{ tool_id: descriptor.toolId }] }));
  host = await library.startHost('host-1', { tools });
  conversationId = (await started(host)).id;
  for (let turn = 1; turn < turns; turn += 1) {
    host.model.choices = ['book_visit'];
    await taken(host.workspaces.takeWorkspaceTurn(turnRequest(conversationId, message)));
  }
});
afterAll(() => library.close());
beforeAll(() =>
  eventually(async () => {
    const log = await library.store.readStream(
      library.database,
      streamId(tenantId, 'conversation', conversationId),
    );
    expect(log.at(-1)?.event.type).toBe('ConversationSummarized');
  }),
);

const decisions = (limit: number, offset: number) =>
  host.insights.listDecisions({ caller: keyOf(['Conversation.view']), conversationId, limit, offset });
const verified = (limit: number, offset: number) => {
  const workspaceCaller = keyOf(['Conversation.replay']);
  return host.replays.verifyConversation({ workspaceCaller, conversationId, limit, offset });
};
const compared = (limit: number, offset: number) => {
  const workspaceCaller = keyOf(['Conversation.replay']);
  return host.replays.compareConversation({ workspaceCaller, conversationId, limit, offset, versions: {} });
};

/** @returns milliseconds, and by how much the process grew at the most, in MB */
async function measured(work: () => Promise<unknown>) {
  collectGarbage();
  const before = process.memoryUsage();
  let most = before;
  const bytes = ({ heapUsed, external }: NodeJS.MemoryUsage) => heapUsed + external;
  const watch = setInterval(() => {
    const now = process.memoryUsage();
    if (bytes(now) > bytes(most)) most = now;
  }, 2);
  const startedAt = performance.now();
  await work();
  clearInterval(watch);
  return {
    ms: Math.round(performance.now() - startedAt),
    grewMb: Math.round((bytes(most) - bytes(before)) / 1e6),
    rssMb: Math.round(process.memoryUsage().rss / 1e6),
  };
}

/** All turns, in pages. */
async function inPages<Turn>(
  read: (limit: number, offset: number) => Promise<{ readonly turns: readonly Turn[] }>,
  limit: number,
): Promise<readonly Turn[]> {
  const pages: (readonly Turn[])[] = [];
  for (let offset = 0; offset < turns; offset += limit) pages.push((await read(limit, offset)).turns);
  return pages.flat();
}

const reads = [
  ['decisions', decisions],
  ['verify', verified],
  ['compare', compared],
] as const;

describe(`given a conversation of ${turns} turns with long messages and results of tools`, () => {
  it.each(reads)('when a page is asked for (%s), then it is read in bounded memory', async (what, read) => {
    for (const offset of [0, turns - 10]) {
      const figures = await measured(() => read(10, offset));
      process.stdout.write(`long log: ${JSON.stringify({ what, turns, offset, ...figures })}\n`);
    }
    expect((await read(10, turns - 10)).turns).toHaveLength(10);
  });

  it.each(reads)('when its pages are short (%s), then they hold the same turns', async (_what, read) => {
    const whole = await inPages<unknown>(read, 50);
    expect(whole).toHaveLength(turns);
    expect(await inPages<unknown>(read, 1)).toEqual(whole);
  });

  it('when each turn is verified, then so are the summaries, which come behind their turns', async () => {
    const all = await inPages(verified, 1);
    expect(new Set(all.map(({ outcome }) => outcome))).toEqual(new Set(['identical']));
    expect(all.at(-1)?.summaryOutcome).toBe('identical');
  });

  it('when the record of another turn is damaged, then the others are still read', async () => {
    const id = streamId(tenantId, 'conversation', conversationId);
    const { rowCount } = await library.database.pool.query(
      `UPDATE conversations.event SET payload = replace(payload, '"$personal":"', '"$personal":"00')
        WHERE stream_id = $1 AND event_type = 'TurnRecorded' AND stream_version < 20`,
      [id],
    );
    expect(rowCount).toBeGreaterThan(0);
    await expect(decisions(1, 1)).rejects.toThrow();
    expect((await decisions(1, turns - 1)).turns).toHaveLength(1);
  });
});
