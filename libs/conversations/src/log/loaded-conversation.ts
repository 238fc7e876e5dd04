import type { LoadedAggregate } from '@svc/event-store';
import type { Conversation } from '../domain/conversation.js';

/** A conversation as the log holds it at the moment of the load: decisions are taken on it. */
export type LoadedConversation = LoadedAggregate<Conversation>;
