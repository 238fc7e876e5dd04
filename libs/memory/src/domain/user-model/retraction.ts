/** What to retract: all memories of a conversation, all that quote a message, or one memory. */
export type Retraction =
  | { readonly type: 'conversation'; readonly conversationId: string }
  | { readonly type: 'message'; readonly messageId: string }
  | { readonly type: 'memory'; readonly memoryId: string };
