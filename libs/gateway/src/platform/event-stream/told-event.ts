import type { WorkspaceEvent } from './recent-events.js';

/** Without what a person said: that comes from conversations when somebody reads the event. */
export type ToldEvent = WorkspaceEvent & { readonly conversationId: string } & (
    | {
        readonly type: 'text.started';
        readonly serviceId: string;
        readonly entityId: string;
        readonly channel: string;
      }
    | { readonly type: 'text.completed' }
    | { readonly type: 'text.agent_message'; readonly messageId: string }
    | {
        readonly type: 'text.background_result';
        readonly callId: string;
        readonly toolName: string;
        readonly round: number;
        readonly succeeded: boolean;
        readonly durationMs: number;
      }
    | { readonly type: 'integration.approval_granted' }
    | { readonly type: 'integration.approval_rejected' }
  );
