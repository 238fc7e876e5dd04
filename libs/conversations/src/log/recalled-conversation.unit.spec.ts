import type { Database } from '@svc/postgres';
import { identity } from '../../test/histories.js';
import { conversationDecider, existing } from '../domain/conversation-decider.js';
import { leftOverTurn } from '../lease/turn-in-the-way.js';
import { identityOf } from './conversation-base.js';
import type { RecalledConversation } from './recalled-conversation.js';

const recalled: RecalledConversation = { tenantId: 'org:demo', id: 'c1', identity };

describe('a conversation that is only recalled', () => {
  it('says what never changes', () => {
    expect(identityOf(recalled)).toEqual(identity);
  });

  it('has nothing that could reject a caller: a decision on it does not compile', () => {
    const decisions = [
      // @ts-expect-error A recalled conversation has no state that might be out of date.
      () => existing(recalled.state),
      // @ts-expect-error The same.
      () => conversationDecider.decide(recalled.state, { type: 'FinishConversation', atMs: 0 }),
      // @ts-expect-error Nor can it say whether a turn runs.
      (database: Database) => leftOverTurn(database, recalled),
      // @ts-expect-error Nor has it a version to append behind.
      () => recalled.head,
    ];
    expect(decisions).toHaveLength(4);
  });
});
