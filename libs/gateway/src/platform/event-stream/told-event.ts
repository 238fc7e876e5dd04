import type { SurfaceFrame } from './surface-events.js';
import type { WorkspaceEvent } from './recent-events.js';

/** Of a surface: all that is told of it. */
export type ToldSurfaceEvent = WorkspaceEvent & {
  readonly type: 'surface';
  readonly conversationId: null;
  readonly frame: SurfaceFrame;
};

export type ToldEvent = ToldConversationEvent | ToldSurfaceEvent;

/** Without what a person said: that comes from conversations when somebody reads the event. */
export type ToldConversationEvent = WorkspaceEvent & { readonly conversationId: string } & (
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
