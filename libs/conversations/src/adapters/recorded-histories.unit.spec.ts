import { readdirSync, readFileSync } from 'node:fs';
import { absentConversation, evolve } from '../domain/conversation.js';
import type { ConversationEvent } from '../domain/conversation-event.js';
import { conversationEventTypes } from './event-types.js';

/** Logs as earlier releases have written them. They are never changed: a new shape of an event gets a new file. */
const folder = new URL('../../test/recorded-histories/', import.meta.url);

interface StoredEvent {
  readonly type: string;
  readonly schemaVersion: number;
  readonly payload: unknown;
}

const histories = readdirSync(folder).map((name): readonly [string, readonly StoredEvent[]] => [
  name,
  JSON.parse(readFileSync(new URL(name, folder), 'utf8')) as readonly StoredEvent[],
]);

function read({ type, payload }: StoredEvent): ConversationEvent {
  const { message } = conversationEventTypes.byName.get(type)!;
  return { type, data: message.fromJSON(payload) } as ConversationEvent;
}

function stateOf(name: string) {
  const [, stored] = histories.find(([known]) => known === name)!;
  return stored.map(read).reduce(evolve, absentConversation);
}

describe('logs of earlier releases', () => {
  it('hold each type of event', () => {
    const types = new Set(histories.flatMap(([, stored]) => stored.map(({ type }) => type)));
    expect(types).toEqual(new Set(conversationEventTypes.byName.keys()));
  });

  it.each(histories)('%s is read without losing anything', (_name, stored) => {
    for (const { type, schemaVersion, payload } of stored) {
      const { message, schemaVersion: current } = conversationEventTypes.byName.get(type)!;
      expect(schemaVersion).toBeLessThanOrEqual(current);
      const written: unknown = JSON.parse(JSON.stringify(message.toJSON(message.fromJSON(payload))));
      if (schemaVersion === current) expect(written).toEqual(payload);
    }
  });

  it('a completed conversation is what it was', () => {
    expect(stateOf('completed.json')).toMatchObject({
      stage: 'finished',
      running: null,
      completedInteractions: 5,
      recordedMessages: 10,
      visibleMessages: 9,
      currentState: 'farewell',
      user: { displayName: 'Ada Example', preferredLanguage: 'deu', additionalContext: ['Reads at night'] },
      transcript: [
        { type: 'agent-message', text: 'Hello there.' },
        { type: 'user-message', text: 'I like to read' },
        { type: 'agent-message', text: 'Hello there.' },
        { type: 'external-event', text: 'The door opened' },
        { type: 'user-message', text: 'What shall I read? „Schöne“ Bücher 📚' },
        { type: 'agent-inner-thought', text: 'They want a book.' },
        { type: 'agent-message', text: 'Hello there.' },
        { type: 'agent-message', text: 'Hello there.' },
        { type: 'user-message', text: 'Bye' },
        { type: 'agent-message', text: 'Hello there.' },
      ],
    });
  });

  it('a discarded conversation is what it was', () => {
    expect(stateOf('discarded.json')).toMatchObject({
      stage: 'discarded',
      completedInteractions: 0,
      transcript: [],
    });
  });
});
