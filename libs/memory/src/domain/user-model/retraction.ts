/** What is no longer to be known: everything from a conversation, whatever rests on a message, or one memory. */
export type Retraction =
  | { readonly type: 'conversation'; readonly conversationId: string }
  | { readonly type: 'message'; readonly messageId: string }
  | { readonly type: 'memory'; readonly memoryId: string };
