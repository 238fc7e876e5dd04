import { agentsContext } from '@svc/agents';
import { conversationsContext } from '@svc/conversations';
import { identityContext } from '@svc/identity';
import { memoryContext } from '@svc/memory';
import { webhooksContext } from '@svc/webhooks';
import { worldContext } from '@svc/world';

/** The contexts in start order; each owns the Postgres schema of its name. */
export const contexts = [
  identityContext,
  agentsContext,
  conversationsContext,
  memoryContext,
  webhooksContext,
  worldContext,
] as const;

export const contextNames = contexts.map(({ name }) => name);

export type StandaloneContext = (typeof contexts)[number];
export type ContextName = StandaloneContext['name'];
