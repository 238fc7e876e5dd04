import type { LoadedAggregate } from '@svc/event-store';
import type { Conversation } from '../domain/conversation.js';

/** A conversation as of its load from the log: decisions are based on it. */
export type LoadedConversation = LoadedAggregate<Conversation>;
