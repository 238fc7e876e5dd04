import { jest } from '@jest/globals';
import type { ToolAnswer } from '@svc/engine';
import { streamId } from '@svc/kernel';
import { eventually } from '@svc/testing';
import { WorkspaceMessages } from '../src/application/workspace-messages.js';
import type { ToolRequest, Tools } from '../src/ports/ports.js';
import { UnheardAnswers } from '../src/turn/unheard-answers.js';
import { deferred } from './deferred.js';
import { saysGoodbye } from './definitions.js';
import type { Host } from './host.js';
import { openLibrary, type Library } from './library.js';
import { leases } from './storage.js';
import { bookVisit } from './tool-conversation.js';
import { keyOf, started, taken, tenantId, textsOf, turnRequest, workspaceGraph } from './workspaces.js';

const descriptor = { ...bookVisit, toolId: 'desk__book_visit', name: 'book_visit', version: null };
const spec = { tool_id: descriptor.toolId };

class TestTools implements Tools {
  readonly requests: ToolRequest[] = [];
  answer: () => Promise<ToolAnswer> = async () => ({ type: 'tool-ended', result: 'Booked.', durationMs: 5 });

  async describe() {
    return [descriptor];
  }

  call(request: ToolRequest): Promise<ToolAnswer> {
    this.requests.push(request);
    return this.answer();
  }
}

let library: Library;
let host: Host;
const tools = new TestTools();

beforeAll(async () => {
  library = await openLibrary(workspaceGraph({ action_tool_call_specs: [spec] }));
  host = await library.startHost('host-1', { tools });
});
beforeEach(() => library.clear());
afterAll(() => library.close());

const take = (id: string, text: string, changes = {}) =>
  host.workspaces.takeWorkspaceTurn(turnRequest(id, text, changes));
const collect = async (conversationId: string, signal?: AbortSignal) => {
  const request = { caller: keyOf(), conversationId, includeToolCalls: false };
  const { outcome } = await host.workspaces.collectWorkspaceTurns(request, { signal });
  if (!outcome) throw new Error('There is no outcome.');
  return outcome;
};

/** A turn in the middle of the agent's message. */
async function heldTurn(changes = {}) {
  const { id } = await started(host);
  const hold = host.model.hold();
  const stream = take(id, 'Hi', changes);
  const first = stream.next();
  await hold.reached;
  await first;
  return { id, stream, release: () => hold.release() };
}

/** Its server knows of it: calls of one connection arrive in their order. */
async function leave({ id, stream }: Pick<Awaited<ReturnType<typeof heldTurn>>, 'id' | 'stream'>) {
  await stream.return?.();
  return collect(id);
}

describe('a client that leaves in the middle of a turn', () => {
  it('does not end it: the answer is collected, once', async () => {
    const { id, stream, release } = await heldTurn();
    expect(await leave({ id, stream })).toMatchObject({ output: [], backgroundPending: true });
    release();
    await eventually(async () => expect(await leases(library)).toEqual([]));
    const log = await library.store.readConversation(
      library.database,
      streamId(tenantId, 'conversation', id),
    );
    expect(log.at(-1)?.event.type).toBe('InteractionCompleted');
    await eventually(async () => expect(textsOf((await collect(id)).output)).toEqual(['Hello there.']));
    expect(await collect(id)).toMatchObject({ output: [], backgroundPending: false });
  });

  it('gets the last words of a conversation that has ended meanwhile', async () => {
    const { id } = await started(host);
    host.model.choices = [saysGoodbye];
    const hold = host.model.hold();
    const stream = take(id, 'Bye');
    const first = stream.next();
    await hold.reached;
    await first;
    await leave({ id, stream });
    hold.release();
    await noted(id);
    const { output, conversation } = await collect(id);
    expect(textsOf(output)).toEqual(['Hello there.']);
    expect(conversation?.completionReason).toBe('completed');
  });

  it('gets the answer with the next turn, before its own', async () => {
    const { id, stream, release } = await heldTurn();
    await leave({ id, stream });
    release();
    await noted(id);
    host.model.messages = [['And on.']];
    const { responses, outcome } = await taken(take(id, 'Are you there?'));
    expect(textsOf(responses[0]?.earlier ?? [])).toEqual(['Hello there.']);
    expect(outcome.output.map(({ text, turnIndex }) => [text, turnIndex])).toEqual([
      ['Hello there.', 0],
      ['And on.', 1],
    ]);
    expect((await collect(id)).output).toEqual([]);
  });

  it('loses nothing of earlier answers where the next turn fails', async () => {
    const { id, stream, release } = await heldTurn();
    await leave({ id, stream });
    release();
    await noted(id);
    host.model.failure = new Error('The model is down.');
    await expect(taken(take(id, 'Are you there?'))).rejects.toThrow();
    host.model.failure = undefined;
    await eventually(async () => expect(textsOf((await collect(id)).output)).toEqual(['Hello there.']));
  });
});

describe('an answer', () => {
  const idle = { output: [], backgroundPending: false };
  const pending = { output: [], backgroundPending: true };

  it('that was delivered is not collected again', async () => {
    const { id } = await started(host);
    await taken(take(id, 'Hi'));
    await eventually(async () => expect(await collect(id)).toMatchObject(idle));
  });

  it('is collected where its process died between commit and delivery, and promised meanwhile', async () => {
    const { id } = await started(host);
    const end = dying();
    await taken(take(id, 'Hi'));
    end();
    expect(await collect(id)).toMatchObject(pending);
    await holdsPassed();
    expect(textsOf((await collect(id)).output)).toEqual(['Hello there.']);
    await eventually(async () => expect(await collect(id)).toMatchObject(idle));
  });

  it('is collected again where the process of a poll died', async () => {
    const { id, stream, release } = await heldTurn();
    await leave({ id, stream });
    release();
    await noted(id);
    const end = dying();
    expect(textsOf((await collect(id)).output)).toEqual(['Hello there.']);
    expect(await collect(id)).toMatchObject(pending);
    end();
    await holdsPassed();
    expect(textsOf((await collect(id)).output)).toEqual(['Hello there.']);
  });

  it('is kept where the client of a poll leaves', async () => {
    const { id, stream, release } = await heldTurn();
    await leave({ id, stream });
    release();
    await noted(id);
    const [isRead, goesOn] = [deferred(), deferred()];
    const reading = jest.spyOn(host.get(WorkspaceMessages), 'answers').mockImplementationOnce(async () => {
      isRead.resolve();
      await goesOn.promise;
      return { messages: [], left: [] };
    });
    const client = new AbortController();
    const poll = collect(id, client.signal);
    await isRead.promise;
    client.abort();
    await expect(poll).rejects.toThrow();
    expect(await collect(id)).toMatchObject(pending);
    goesOn.resolve();
    await eventually(async () => expect(textsOf((await collect(id)).output)).toEqual(['Hello there.']));
    reading.mockRestore();
  });

  it('is collected with many others in the order in which they were said, as much at a time as fits', async () => {
    const { id } = await started(host);
    const end = dying();
    const said = Array.from({ length: 30 }, (_none, n) => `${n} ${'😀'.repeat(15_000)}`);
    for (const text of said) {
      host.model.messages = [[text]];
      await taken(take(id, 'Go on'));
    }
    end();
    await holdsPassed();
    host.model.messages = [['And on.']];
    const { outcome } = await taken(take(id, 'Are you there?'));
    expect(outcome.backgroundPending).toBe(true);
    expect(outcome.output.at(-1)?.text).toBe('And on.');
    const collected = [...textsOf(outcome.output.slice(0, -1))];
    await eventually(async () => {
      const poll = await collect(id);
      collected.push(...textsOf(poll.output));
      expect(poll.backgroundPending).toBe(false);
    });
    expect(collected.map((text) => text.split(' ')[0])).toEqual(said.map((_text, n) => String(n)));
  });

  it('that comes as that of a repeated message is not collected too', async () => {
    const { id } = await started(host);
    const end = dying();
    await taken(take(id, 'Hi', { clientMessageId: 'm1' }));
    end();
    const { outcome } = await taken(take(id, 'Hi', { clientMessageId: 'm1' }));
    expect([outcome.isDuplicate, textsOf(outcome.output)]).toEqual([true, ['Hello there.']]);
    await eventually(async () => expect(await collect(id)).toMatchObject(idle));
  });
});

describe('two turns at once', () => {
  it('are one: the second is refused, and so are closing and another channel', async () => {
    const { id, stream, release } = await heldTurn();
    const busy = { code: 'conversation_busy' };
    await expect(taken(take(id, 'Me too'))).rejects.toMatchObject(busy);
    await expect(
      host.workspaces.closeWorkspaceConversation({ caller: keyOf(), conversationId: id }),
    ).rejects.toMatchObject(busy);
    release();
    expect((await taken(stream)).outcome.conversation?.turnCount).toBe(1);
    expect((await taken(take(id, 'Me too'))).outcome.conversation?.turnCount).toBe(2);
  });
});

describe('a message that comes again while its turn runs', () => {
  it('has an answer that is to come, and then gets it', async () => {
    const clientMessageId = 'm1';
    const { id, stream, release } = await heldTurn({ clientMessageId });
    const again = async () => (await taken(take(id, 'Hi', { clientMessageId }))).outcome;
    expect(await again()).toMatchObject({ isDuplicate: true, output: [], backgroundPending: true });
    await expect(taken(take(id, 'Hi', { clientMessageId: 'm2' }))).rejects.toMatchObject({
      code: 'conversation_busy',
    });
    release();
    await taken(stream);
    const answered = await again();
    expect([answered.isDuplicate, textsOf(answered.output)]).toEqual([true, ['Hello there.']]);
  });
});

describe('a message that comes again to another instance', () => {
  it('is the same, while its turn runs and later', async () => {
    const other = await library.startHost('host-2', { tools });
    const clientMessageId = 'm1';
    const { id, stream, release } = await heldTurn({ clientMessageId });
    const again = async () =>
      (await taken(other.workspaces.takeWorkspaceTurn(turnRequest(id, 'Hi', { clientMessageId })))).outcome;
    expect(await again()).toMatchObject({ isDuplicate: true, output: [], backgroundPending: true });
    release();
    await taken(stream);
    const answered = await again();
    expect([answered.isDuplicate, textsOf(answered.output)]).toEqual([true, ['Hello there.']]);
    expect(answered.conversation?.turnCount).toBe(1);
    await other.stop();
  });
});

describe('calls of tools', () => {
  it('are told in pairs before the message to callers who ask for them, and read again', async () => {
    const { id } = await started(host);
    host.model.choices = ['book_visit'];
    host.model.input = '{"day":"Tuesday"}';
    const { told, outcome } = await taken(take(id, 'On Tuesday', { includeToolCalls: true }));
    expect(told.slice(0, 3)).toEqual(['toolCallStarted', 'toolCallCompleted', 'newMessage']);
    const call = {
      toolName: 'book_visit',
      inputJson: '{"day":"Tuesday"}',
      result: 'Booked.',
      succeeded: true,
    };
    expect(outcome.output[0]?.toolCalls).toMatchObject([{ ...call, durationMs: 5 }]);
    const request = { caller: keyOf(), conversationId: id };
    const read = await host.workspaces.getWorkspaceConversation({ ...request, includeToolCalls: true });
    expect(read.turns.at(-1)?.toolCalls).toMatchObject([call]);
    const less = await host.workspaces.getWorkspaceConversation({ ...request, includeToolCalls: false });
    expect(less.turns.at(-1)?.toolCalls).toEqual([]);
  });

  it('are read again as far as one answer may hold them: the newest, and every message', async () => {
    const { id } = await started(host);
    const result = 'x'.repeat(90_000);
    tools.answer = async () => ({ type: 'tool-ended', result, durationMs: 5 });
    const turns = 18;
    for (let turn = 0; turn < turns; turn += 1) {
      host.model.choices = ['book_visit'];
      await taken(take(id, 'On Tuesday'));
    }
    const request = { caller: keyOf(), conversationId: id, includeToolCalls: true };
    const read = await host.workspaces.getWorkspaceConversation(request);
    expect(read.turns).toHaveLength(1 + 2 * turns);
    // Each result counts as 512 kB of the 8 MB, and what was meant as a little.
    const withCalls = read.turns.flatMap(({ toolCalls, turnIndex }) =>
      toolCalls.length > 0 ? [turnIndex] : [],
    );
    expect(withCalls).toEqual(Array.from({ length: 15 }, (_none, nth) => nth + turns - 15));
    expect(read.turns.at(-1)?.toolCalls[0]?.result).toBe(result);
  });

  it('are told while they run', async () => {
    const { id } = await started(host);
    host.model.choices = ['book_visit'];
    host.model.input = '{"day":"Tuesday"}';
    const answered = deferred();
    tools.answer = async () => {
      await answered.promise;
      return { type: 'tool-failed', failure: 'generic', reason: 'Closed.', durationMs: 7 };
    };
    const stream = take(id, 'On Tuesday', { includeToolCalls: true });
    // The first response may only say that the turn has begun.
    let first: string | undefined;
    while (first === undefined) first = (await stream.next()).value?.events[0]?.event?.$case;
    answered.resolve();
    expect(first).toBe('toolCallStarted');
    const { outcome } = await taken(stream);
    expect(outcome.output[0]?.toolCalls).toMatchObject([{ succeeded: false, errorMessage: 'Closed.' }]);
  });

  it('are told to nobody else', async () => {
    const { id } = await started(host);
    host.model.choices = ['book_visit'];
    host.model.input = '{"day":"Tuesday"}';
    const { told } = await taken(take(id, 'On Tuesday'));
    expect(told).not.toContain('toolCallStarted');
  });

  it('get the entity among the values of the session', async () => {
    const { id, conversation } = await started(host);
    host.model.choices = ['book_visit'];
    host.model.input = '{"day":"Tuesday"}';
    await taken(take(id, 'On Tuesday'));
    expect(tools.requests.at(-1)).toMatchObject({ tenantId, userId: conversation?.entityId });
  });
});

describe('an older turn of a long conversation', () => {
  it('has its place among all turns where a page does not reach back to the first', async () => {
    const { id } = await started(host);
    const turns = 30;
    for (let turn = 0; turn < turns; turn += 1) await taken(take(id, '€'.repeat(20_000)));
    const request = { caller: keyOf(), conversationId: id, includeToolCalls: false };
    const read = await host.workspaces.getWorkspaceConversation(request);
    expect(read.turns.length).toBeLessThan(2 * turns);
    const indexes = read.turns.map(({ turnIndex }) => turnIndex);
    const shown = indexes.map((_none, nth) => turns - 1 - Math.floor((indexes.length - 1 - nth) / 2));
    expect(indexes).toEqual(shown);
  });

  it('is answered again with its own calls alone where its message comes again', async () => {
    const { id } = await started(host);
    for (const clientMessageId of ['m-1', 'm-2', 'm-3']) {
      host.model.choices = ['book_visit'];
      host.model.input = JSON.stringify({ day: clientMessageId });
      await taken(take(id, 'On Tuesday', { clientMessageId }));
    }
    const again = { clientMessageId: 'm-2', includeToolCalls: true };
    const { outcome } = await taken(take(id, 'On Tuesday', again));
    expect(outcome).toMatchObject({ isDuplicate: true, input: { turnIndex: 1 } });
    expect(outcome.output).toMatchObject([{ turnIndex: 1, toolCalls: [{ inputJson: '{"day":"m-2"}' }] }]);
  });
});

/** From now on the process notes nothing of what it has delivered. @returns what ends that */
function dying(): () => void {
  const unheard = host.get(UnheardAnswers);
  const notes = [jest.spyOn(unheard, 'heard'), jest.spyOn(unheard, 'release')];
  for (const note of notes) note.mockResolvedValue(undefined);
  return () => notes.forEach((note) => note.mockRestore());
}

/** The time is over that somebody has to deliver what they hold. */
async function holdsPassed(): Promise<void> {
  const past = "clock_timestamp() - interval '1 second'";
  await library.database.pool.query(
    `UPDATE conversations.unheard_answer SET held_until = ${past} WHERE held_until IS NOT NULL`,
  );
}

/** Until an answer waits to be collected. */
async function noted(conversationId: string): Promise<void> {
  await eventually(async () => {
    const { rows } = await library.database.pool.query(
      'SELECT 1 FROM conversations.unheard_answer WHERE conversation_id = $1',
      [conversationId],
    );
    expect(rows).toHaveLength(1);
  });
}
