import { DatabaseUnavailableError } from '@svc/postgres';
import { Leftovers } from '../src/index.js';
import { ada } from './callers.js';
import type { Host } from './host.js';
import { openLibrary, type Library } from './library.js';
import { eventsOf, leases } from './storage.js';
import { all, begun, createRequest, saying } from './turns.js';

let library: Library;
let host: Host;
beforeAll(async () => {
  library = await openLibrary();
  host = await library.startHost('host-1');
});
beforeEach(async () => {
  await library.clear();
});
afterAll(() => library.close());

type Loss = 'its answer' | 'it and its answer';
/** Which statement of a call is lost and how, and how many statements fail after it. */
const cases = [1, 2, 3, 4].flatMap((statement) =>
  (['its answer', 'it and its answer'] as const).flatMap((loss) =>
    [0, 1, 2].map((more): [number, Loss, number] => [statement, loss, more]),
  ),
);

function lose(statement: number, loss: Loss, more: number): void {
  let seen = 0;
  host.wire.fault = async (_statement, run) => {
    seen += 1;
    if (seen < statement || seen > statement + more) return run();
    if (seen === statement && loss === 'its answer') await run();
    throw new DatabaseUnavailableError(new Error('Connection terminated unexpectedly'));
  };
}

async function completedTurns(conversationId: string): Promise<number> {
  const events = await eventsOf(library, conversationId);
  return events.filter(({ type }) => type === 'InteractionCompleted').length;
}

describe('a call that loses its database connection', () => {
  it.each(cases)(
    'given a turn, at statement %i, %s, and %i more, the client gets what the log has, and can continue',
    async (...loss) => {
      const conversationId = await begun(host);
      lose(...loss);
      const told = await all(host.client.interact(saying(conversationId, 'Hello'))).catch(() => []);
      host.wire.fault = undefined;
      const isToldComplete = told.at(-1)?.$case === 'interactionComplete';
      expect(await completedTurns(conversationId)).toBe(isToldComplete ? 2 : 1);

      await host.get(Leftovers).voidOwn();
      expect(await leases(library)).toEqual([]);
      await all(host.client.interact(saying(conversationId, 'Hello again')));
    },
  );

  it.each(cases)(
    'given a create, at statement %i, %s, and %i more, the user has a conversation, or can have one',
    async (...loss) => {
      lose(...loss);
      const told = await all(host.client.createConversation(createRequest())).catch(() => []);
      host.wire.fault = undefined;
      await host.get(Leftovers).voidOwn();
      expect(await leases(library)).toEqual([]);
      const created = told.at(0);
      const isToldComplete = told.at(-1)?.$case === 'interactionComplete';
      if (isToldComplete && created?.$case === 'conversationCreated') {
        expect(await completedTurns(created.value.conversationId)).toBe(1);
      } else {
        await begun(host);
      }
    },
  );

  it.each(cases)(
    'given a finish, at statement %i, %s, and %i more, the conversation is finished, or can be',
    async (...loss) => {
      const conversationId = await begun(host);
      const finish = () => host.client.finishConversation({ caller: ada, conversationId });
      lose(...loss);
      const isToldFinished = await finish().then(
        () => true,
        () => false,
      );
      host.wire.fault = undefined;
      const isFinished = (await eventsOf(library, conversationId)).at(-1)?.type === 'ConversationFinished';
      expect(isFinished || !isToldFinished).toBe(true);
      if (!isFinished) await finish();
      await begun(host);
    },
  );
});
