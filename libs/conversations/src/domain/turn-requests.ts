import type { TakenTurn } from './conversation-command.js';
import type { ConversationEvent } from './conversation-event.js';
import type { Participants } from './conversation-identity.js';
import { loggedCall } from './tool-events.js';

/** What a turn asks others for with its end: to decide, to fill in a form, to join. Their ids are counted within the turn. */
export function requestEvents(
  participants: Participants,
  { interactionId, result }: TakenTurn,
  atMs: number,
): readonly ConversationEvent[] {
  const { waits = [], surfaces = [], escalations = [] } = result;
  const events: ConversationEvent[] = [];
  let counted = 0;
  const requestSurface = (purpose: 'wait' | 'fallback', state: string, spec: unknown): string => {
    const surfaceRequestId = `${interactionId}/surface.${(counted += 1)}`;
    const data = { surfaceRequestId, interactionId, purpose, state, specJson: JSON.stringify(spec) };
    events.push({ type: 'SurfaceRequested', data: { ...data, requestedAtMs: atMs } });
    return surfaceRequestId;
  };
  for (const [place, wait] of waits.entries()) {
    const { kind, state } = wait;
    const surfaceRequestId =
      wait.kind === 'surface-submission' ? requestSurface('wait', state, wait.surfaceSpec ?? {}) : null;
    const call = wait.kind === 'tool-approval' ? loggedCall(wait.call) : null;
    const ids = { waitId: `${interactionId}/wait.${place + 1}`, interactionId };
    events.push({
      type: 'WaitBegan',
      data: { ...participants, ...ids, kind, state, call, surfaceRequestId, beganAtMs: atMs },
    });
  }
  for (const { purpose, state, spec } of surfaces) requestSurface(purpose, state, spec);
  for (const [place, escalation] of escalations.entries())
    events.push({
      type: 'EscalationRequested',
      data: {
        ...participants,
        escalationId: `${interactionId}/escalation.${place + 1}`,
        interactionId,
        ...escalation,
        requestedAtMs: atMs,
      },
    });
  return events;
}
