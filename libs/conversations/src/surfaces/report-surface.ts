import { Inject, Injectable } from '@nestjs/common';
import { SubjectErasedError } from '@svc/errors';
import { nameUuid, workspaceOf, type IdGenerator } from '@svc/kernel';
import type { Database } from '@svc/postgres';
import { DATABASE, IDS } from '@svc/service-host';
import type { ConversationCommand } from '../domain/conversation-command.js';
import type { ConversationEvent } from '../domain/conversation-event.js';
import type { Conversation } from '../domain/conversation.js';
import { overInWords, submittedInWords } from '../domain/surface/surface-report.js';
import type { SurfaceOrigin } from '../domain/surface/surface-event.js';
import { unreportedEnd, type Surface } from '../domain/surface/surface.js';
import { waitsOf } from '../domain/wait.js';
import { ownMetadata } from '../lease/leftovers.js';
import { ConversationStore } from '../log/conversation-store.js';
import { Conversations } from '../log/conversations.js';
import { Surfaces } from '../log/surfaces.js';
import type { SurfaceKey } from '../projections/surface-query.js';

/** As many events may be queued between two turns; older ones were told. */
const newestEvents = { limit: 100, mostBytes: 4 * 1_024 * 1_024, bytesOfLarge: 128 * 1_024 };

/**
 * Tells the conversation that has asked for a surface that it is over, once: the wait ends with what was filled in, or with why there is
 * nothing. A crash between the conversation's commit and the surface's note of it repeats this, and finds the conversation told.
 */
@Injectable()
export class ReportSurface {
  constructor(
    private readonly conversations: Conversations,
    private readonly surfaces: Surfaces,
    private readonly store: ConversationStore,
    @Inject(DATABASE) private readonly database: Database,
    @Inject(IDS) private readonly ids: IdGenerator,
  ) {}

  async execute({ tenantId, surfaceId }: SurfaceKey): Promise<void> {
    const { state: surface } = await this.surfaces.load(tenantId, surfaceId);
    const end = surface && unreportedEnd(surface);
    if (!surface?.origin || !end) return;
    const { origin } = surface;
    const messageId = nameUuid(workspaceOf(tenantId) ?? '', `surface/${surfaceId}/report`);
    const metadata = ownMetadata(this.ids);
    try {
      await this.conversations.change(
        { tenantId, id: origin.conversationId, metadata },
        async ({ state, streamId }) => {
          const command = commandOf(state, surface, { origin, end, messageId });
          const isTold = command === null || (await this.#hasTold(streamId, messageId));
          return { commands: isTold ? [] : [command] };
        },
      );
    } catch (error) {
      // Nothing more can be said to an erased person.
      if (!(error instanceof SubjectErasedError)) throw error;
    }
    await this.surfaces.change({ tenantId, id: surfaceId, metadata }, () => ({ type: 'NoteReport' }));
  }

  async #hasTold(streamId: string, messageId: string): Promise<boolean> {
    const options = { types: ['ExternalEventQueued'], ...newestEvents };
    const recorded = await this.store.readNewest<ConversationEvent>(this.database, streamId, options);
    return recorded.some(
      ({ event }) => event.type === 'ExternalEventQueued' && event.data.message.messageId === messageId,
    );
  }
}

interface SurfaceEnd {
  readonly origin: SurfaceOrigin;
  readonly end: NonNullable<ReturnType<typeof unreportedEnd>>;
  readonly messageId: string;
}

/** Null: the conversation is over, waits for it no longer, or goes on without a form that was not submitted. */
function commandOf(
  state: Conversation,
  surface: Surface,
  { origin, end, messageId }: SurfaceEnd,
): ConversationCommand | null {
  if (state.stage !== 'open') return null;
  const text = end === 'submitted' ? submittedInWords(surface) : overInWords(surface, end);
  const { interactionId } = origin;
  if (origin.purpose === 'fallback')
    return end === 'submitted' ? { type: 'QueueExternalEvent', interactionId, messageId, text } : null;
  const wait = waitsOf(state).find(
    (open) => open.kind === 'surface-submission' && open.interactionId === interactionId,
  );
  if (wait === undefined) return null;
  return {
    type: 'EndWait',
    which: { waitId: wait.waitId },
    decision: end,
    reason: end === 'rejected' ? surface.reviewNotes : null,
    decidedBy: end === 'rejected' ? (surface.reviewedBy ?? ownActor) : ownActor,
    ...{ messageId, report: text },
  };
}

const ownActor = 'service:conversations';
