import { randomBytes } from 'node:crypto';
import type { TenantId } from '@svc/kernel';
import { seal } from '@svc/sealing';
import { subjectKeyFromProto } from '@svc/service-host';
import { omnipotent } from '@svc/testing';
import { peerKey } from './peer-keys.js';
import { serviceId } from './peers.js';
import { openShelf, type Shelf } from './shelf.js';
import { all, begun, saying } from './turns.js';

let shelf: Shelf;
beforeAll(async () => {
  shelf = await openShelf();
});
afterAll(() => shelf.close());

describe('another tenant', () => {
  const theirs = 'org:other/user/somebody';
  const stranger = { ...omnipotent('ada'), tenantId: 'org:other', orgId: 'other' };

  it('sees and changes nothing', async () => {
    expect(await shelf.names({ caller: stranger })).toEqual([]);
    expect(await shelf.names({ caller: stranger, conversationIds: [shelf.ids.first] })).toEqual([]);
    const conversationId = shelf.ids.second;
    const notFound = { code: 'not_found' };
    await expect(shelf.messages({ caller: stranger, conversationId })).rejects.toMatchObject(notFound);
    await expect(
      all(shelf.host.client.interact(saying(conversationId, 'Hello', { caller: stranger }))),
    ).rejects.toMatchObject(notFound);
    await expect(
      shelf.host.client.finishConversation({ caller: stranger, conversationId }),
    ).rejects.toMatchObject(notFound);
  });

  it('does not block a user of the same id', async () => {
    const conversationId = await begun(shelf.host, { caller: stranger, serviceId });
    expect(await shelf.messages({ caller: stranger, conversationId })).toHaveLength(1);
    await expect(shelf.messages({ conversationId })).rejects.toMatchObject({ code: 'not_found' });

    const { store, database } = shelf.library;
    const [started] = await store.readStream(database, `org:other/conversation/${conversationId}`);
    expect(started?.event).toMatchObject({ type: 'ConversationStarted', data: { isReturningUser: false } });
    await expect(begun(shelf.host, { caller: stranger, serviceId })).rejects.toMatchObject({
      code: 'conversation_already_open',
    });
  });

  it('sees only its own rows, and is not seen, even with the same ids', async () => {
    const { conversationId } = await onlyConversationOf(stranger);
    const asked = async () => ({
      conversations: await shelf.list(),
      messages: await shelf.messages(),
    });
    const before = await asked();
    await giveRowsOfTheSameIds('org:other');

    expect(await asked()).toEqual(before);
    const { conversations } = await shelf.list({ caller: stranger });
    const others = conversations.filter((conversation) => conversation.conversationId !== conversationId);
    expect(others.map(({ finalMessage }) => finalMessage)).toEqual(Array(4).fill('theirs'));
    const messages = await shelf.messages({ caller: stranger });
    expect(new Set(messages.map(({ text }) => text))).toEqual(new Set(['theirs']));
  });

  async function onlyConversationOf(caller: typeof stranger): Promise<{ readonly conversationId: string }> {
    const { conversations } = await shelf.list({ caller });
    expect(conversations).toHaveLength(1);
    return { conversationId: conversations[0]?.conversationId ?? '' };
  }

  async function giveRowsOfTheSameIds(tenantId: TenantId): Promise<void> {
    const { pool } = shelf.library.database;
    const changes = { tenant_id: tenantId, subject: theirs, value: 'theirs' };
    for (const table of ['conversation', 'conversation_tag', 'message']) {
      await pool.query(
        `INSERT INTO conversations.${table}
         SELECT (jsonb_populate_record(mine, $1)).* FROM conversations.${table} AS mine WHERE tenant_id = 'org:demo'`,
        [JSON.stringify(changes)],
      );
    }
    const sealed = sealedAs(tenantId, 'theirs');
    const { rows: conversations } = await pool.query<{ id: string }>(
      `SELECT conversation_id AS id FROM conversations.conversation WHERE subject = $1`,
      [theirs],
    );
    for (const { id } of conversations) {
      await pool.query(
        `UPDATE conversations.conversation SET final_message = $3 WHERE tenant_id = $1 AND conversation_id = $2`,
        [tenantId, id, sealed('conversation', 'final_message', id)],
      );
    }
    const { rows: messages } = await pool.query<{ id: string; ordinal: number }>(
      `SELECT m.conversation_id AS id, ordinal FROM conversations.message AS m
         JOIN conversations.conversation USING (tenant_id, conversation_id) WHERE subject = $1`,
      [theirs],
    );
    for (const { id, ordinal } of messages) {
      await pool.query(
        `UPDATE conversations.message SET sender = $4, text = $5
          WHERE tenant_id = $1 AND conversation_id = $2 AND ordinal = $3`,
        [
          tenantId,
          id,
          ordinal,
          sealed('message', 'sender', id, ordinal),
          sealed('message', 'text', id, ordinal),
        ],
      );
    }
  }

  function sealedAs(tenantId: TenantId, value: string) {
    const key = subjectKeyFromProto(peerKey(theirs));
    if (key === 'erased') throw new TypeError('Nobody is erased here.');
    return (table: string, column: string, ...primaryKey: readonly (string | number)[]): string => {
      const place = {
        purpose: 'column',
        tenantId,
        table: `conversations.${table}`,
        primaryKey: [tenantId, ...primaryKey],
        column,
      } as const;
      return seal(Buffer.from(JSON.stringify(value)), place, key, randomBytes);
    };
  }
});
