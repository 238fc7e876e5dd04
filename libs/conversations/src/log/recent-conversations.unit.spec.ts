import { describe, expect, it } from '@jest/globals';
import { userSubject, type TenantId } from '@svc/kernel';
import type { LoadedConversation } from './loaded-conversation.js';
import { RecentConversations } from './recent-conversations.js';

const tenantId: TenantId = 'org:demo';
const ada = userSubject(tenantId, 'ada');
const ben = userSubject(tenantId, 'ben');

/** As a turn has left it. Its messages do not matter here. */
function conversationOf(subject: string, id: string): LoadedConversation {
  const streamId = `${tenantId}/conversation/${id}`;
  const state = { stage: 'open', running: null, identity: { conversationId: id } };
  return {
    tenantId,
    streamId,
    id,
    state,
    head: { subject },
    snapshotVersion: 0,
  } as unknown as LoadedConversation;
}

describe('conversations of an erased user', () => {
  it('are removed from the cache, and those of others are not', () => {
    const recent = new RecentConversations({ now: () => 0 });
    const [first, second, other] = [
      conversationOf(ada, 'c1'),
      conversationOf(ada, 'c2'),
      conversationOf(ben, 'c3'),
    ];
    for (const conversation of [first, second, other]) recent.remember(conversation);
    recent.forget(ada);
    expect(recent.recall(first.streamId)).toBeUndefined();
    expect(recent.take(second.streamId)).toBeUndefined();
    expect(recent.take(other.streamId)).toMatchObject({ id: 'c3' });
  });

  it('are not cached again by a turn that ends later', () => {
    const recent = new RecentConversations({ now: () => 0 });
    recent.forget(ada);
    const late = conversationOf(ada, 'c1');
    recent.remember(late);
    expect(recent.take(late.streamId)).toBeUndefined();
  });
});
