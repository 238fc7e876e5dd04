import { conversationsEvents } from '@svc/contracts/public-events';
import {
  BackgroundTail,
  type BackgroundTailOptions,
  type PublicEvent,
  type Subscriber,
} from '@svc/event-bus';
import { workspaceOf } from '@svc/kernel';
import type { EventStreams } from './event-streams.js';
import { surfaceFrames, type SurfaceFrame } from './surface-events.js';
import type { ToldEvent } from './told-event.js';

export interface ToldWorkspacesOptions extends Pick<BackgroundTailOptions, 'bus' | 'logger' | 'metrics'> {
  readonly streams: Pick<EventStreams, 'take'>;
}

/** Tells the streams of workspaces what conversations report. */
export function tellWorkspaces({ streams, ...followed }: ToldWorkspacesOptions): Subscriber {
  return new BackgroundTail({
    ...followed,
    subscriber: 'gateway.workspaces',
    sources: [conversationsEvents.ConversationStarted.source],
    take: (event) => {
      try {
        const told = toldEventOf(event);
        if (told) streams.take(told.workspaceId, told.event);
      } catch (error) {
        // One that can't be read would come again for ever, and hold up all others.
        followed.logger.error('an event can not be told', { error, eventId: event.eventId });
      }
    },
  });
}

/** The size of the largest event without its words. */
const usualBytes = 400;
/** What the subscribers of a workspace are told of an event; undefined: nothing. */
export function toldEventOf(published: PublicEvent): { workspaceId: string; event: ToldEvent } | undefined {
  const workspaceId = workspaceOf(published.tenantId);
  if (workspaceId === null || published.source !== conversationsEvents.ConversationStarted.source)
    return undefined;
  const event = surfaceEventOf(published) ?? eventOf(published, conversationOf(published.streamId));
  return event && { workspaceId, event };
}

/** How an event is told, behind its type. */
const told = <Message>(
  { type, message }: { readonly type: string; readonly message: { fromJSON(json: unknown): Message } },
  frame: (data: Message) => SurfaceFrame,
) => [type, (payload: string) => frame(message.fromJSON(JSON.parse(payload)))] as const;

const framesOfSurfaces = new Map([
  told(conversationsEvents.SurfaceCreated, surfaceFrames.created),
  told(conversationsEvents.SurfaceDelivered, surfaceFrames.delivered),
  told(conversationsEvents.SurfaceReviewed, surfaceFrames.reviewed),
  told(conversationsEvents.SurfaceOpened, surfaceFrames.opened),
  told(conversationsEvents.SurfaceFieldSaved, surfaceFrames.fieldSaved),
  told(conversationsEvents.SurfaceSubmitted, surfaceFrames.submitted),
  told(conversationsEvents.SurfaceArchived, surfaceFrames.archived),
]);

function surfaceEventOf(published: PublicEvent): ToldEvent | undefined {
  const frame = framesOfSurfaces.get(published.eventType)?.(published.payload);
  const { occurredAtMs } = published;
  const sizeBytes = usualBytes + JSON.stringify(frame ?? '').length;
  return frame && { type: 'surface', conversationId: null, occurredAtMs, sizeBytes, frame };
}

function eventOf(published: PublicEvent, conversationId: string): ToldEvent | undefined {
  const { eventType, occurredAtMs } = published;
  const common = { conversationId, occurredAtMs, sizeBytes: usualBytes };
  const payload = () => JSON.parse(published.payload) as unknown;
  switch (eventType) {
    case conversationsEvents.ConversationStarted.type: {
      const { serviceId, userId, workspace } =
        conversationsEvents.ConversationStarted.message.fromJSON(payload());
      if (!workspace || workspace.direction === 'simulated') return undefined;
      const { channel } = workspace;
      return { ...common, type: 'text.started', serviceId, entityId: userId, channel };
    }
    case conversationsEvents.ConversationFinished.type:
      return { ...common, type: 'text.completed' };
    case conversationsEvents.AgentMessageCompleted.type: {
      const { isOwnTurn, message } = conversationsEvents.AgentMessageCompleted.message.fromJSON(payload());
      if (!isOwnTurn || !message) return undefined;
      return { ...common, type: 'text.agent_message', messageId: message.messageId };
    }
    case conversationsEvents.ToolOutcomeRecorded.type: {
      const { call, status, durationMs } =
        conversationsEvents.ToolOutcomeRecorded.message.fromJSON(payload());
      if (!call?.isBackground) return undefined;
      const { callId, name: toolName, round } = call;
      const succeeded = status === 'ended';
      return { ...common, type: 'text.background_result', callId, toolName, round, succeeded, durationMs };
    }
    case conversationsEvents.WaitEnded.type: {
      const { decision } = conversationsEvents.WaitEnded.message.fromJSON(payload());
      if (decision === 'approved') return { ...common, type: 'integration.approval_granted' };
      return decision === 'rejected' ? { ...common, type: 'integration.approval_rejected' } : undefined;
    }
    default:
      return undefined;
  }
}

/** `<tenant>/conversation/<id>` */
function conversationOf(streamId: string): string {
  return streamId.slice(streamId.lastIndexOf('/') + 1);
}
