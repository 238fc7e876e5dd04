import type { AgentsServiceService } from '@svc/contracts/agents';
import type { ConversationsServiceService } from '@svc/contracts/conversations';
import type { IdentityServiceService } from '@svc/contracts/identity';
import type { RpcClient } from '@svc/rpc';

export type IdentityClient = RpcClient<typeof IdentityServiceService>;
export type AgentsClient = RpcClient<typeof AgentsServiceService>;
export type ConversationsClient = RpcClient<typeof ConversationsServiceService>;

/** Tokens for Nest's injection: the clients are types, which it can't see. */
export const IDENTITY = Symbol('identity client');
export const AGENTS = Symbol('agents client');
export const CONVERSATIONS = Symbol('conversations client');
export const LOGGER = Symbol('logger');
