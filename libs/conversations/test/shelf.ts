import type {
  ListConversationsRequest,
  ListConversationsResponse,
  ListMessagesRequest,
  Message,
} from '@svc/contracts/conversations';
import { callerOf, omnipotent } from '@svc/testing';
import { ada } from './callers.js';
import type { Host, HostOptions } from './host.js';
import { type Library, openLibrary } from './library.js';
import { otherServiceId, userProfile } from './peers.js';
import { all, begun, saying } from './turns.js';

/** Has all permissions. */
export const root = omnipotent('root');
/** Hides his conversations from administrators. */
export const bob = callerOf('bob');

type Name = 'first' | 'second' | 'third' | 'bobs';

/**
 * Four conversations, a second apart. Three are Ada's: the first has a turn and is finished, the third belongs to
 * another service. The fourth is Bob's.
 */
export interface Shelf {
  readonly library: Library;
  readonly host: Host;
  readonly ids: Readonly<Record<Name, string>>;
  list(changes?: Partial<ListConversationsRequest>): Promise<ListConversationsResponse>;
  /** The names of the listed ones. */
  names(changes?: Partial<ListConversationsRequest>): Promise<readonly (string | undefined)[]>;
  /** Of the first conversation unless another one is given. */
  messages(changes?: Partial<ListMessagesRequest>): Promise<readonly Message[]>;
  close(): Promise<void>;
}

export async function openShelf(options?: Pick<HostOptions, 'bus' | 'scheduler'>): Promise<Shelf> {
  const library = await openLibrary();
  const host = await library.startHost('host-1', options);
  library.peers.users.set('bob', userProfile('bob', { conversationsVisibleToAdmins: false }));
  const ids = await fill(library, host);

  const list: Shelf['list'] = (changes = {}) =>
    host.client.listConversations({
      caller: root,
      conversationIds: [],
      userIds: [],
      serviceIds: [],
      tags: [],
      sortBy: [],
      page: { limit: 150, offset: 0 },
      ...changes,
    });
  return {
    library,
    host,
    ids,
    list,
    names: async (changes) =>
      (await list(changes)).conversations.map(
        ({ conversationId }) => Object.entries(ids).find(([, id]) => id === conversationId)?.[0],
      ),
    messages: async (changes = {}) => {
      const answer = await host.client.listMessages({
        caller: root,
        conversationId: ids.first,
        messageIds: [],
        messageTypes: [],
        interactionIds: [],
        sortBy: [],
        page: { limit: 500, offset: 0 },
        ...changes,
      });
      return answer.messages;
    },
    close: () => library.close(),
  };
}

async function fill(library: Library, host: Host): Promise<Record<Name, string>> {
  const later = (): void => void (library.clock.nowMs += 1_000);
  const first = await begun(host, { tags: [{ key: 'area', value: 'heart' }, { key: 'new' }] });
  later();
  await all(host.client.interact(saying(first, 'Hello')));
  await host.client.finishConversation({ caller: ada, conversationId: first });
  later();
  const second = await begun(host, { tags: [{ key: 'area', value: 'lung' }] });
  later();
  const third = await begun(host, { serviceId: otherServiceId, tags: [{ key: 'area', value: 'heart' }] });
  later();
  const bobs = await begun(host, { caller: bob });
  return { first, second, third, bobs };
}
