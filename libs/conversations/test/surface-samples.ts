import type { SurfaceEvent } from '../src/domain/surface/surface-event.js';

const of = {
  surfaceId: '8c1b6c0e-5f0c-4c9e-9a55-0d1f3f0c2b11',
  entityId: '0b7d3b1e-2c2f-4e55-8a4e-7d8f0a6b9c01',
};

/** One event of each type. */
export const surfaceSamples: readonly SurfaceEvent[] = [
  {
    type: 'SurfaceCreated',
    data: {
      ...of,
      creationId: '1b4e28ba-2fa1-4d2e-883f-0016d3cca427',
      channel: 'web',
      fieldsCount: 1,
      source: 'conversation',
      reviewRequired: true,
      expiresAtMs: 2_000,
      createdAtMs: 1_000,
      useCaseId: 'u1',
      resourceType: 'visit',
      specJson: '{"title":"Your visit"}',
      contextJson: '{}',
      origin: {
        conversationId: 'c1',
        interactionId: 'i1',
        surfaceRequestId: 'i1/surface.1',
        purpose: 'wait',
      },
    },
  },
  { type: 'SurfaceLinkMade', data: { tokenHash: 'ab'.repeat(32), madeAtMs: 1_001 } },
  {
    type: 'SurfaceDelivered',
    data: { ...of, channel: 'web', channelAddress: 'Room 4', deliveredAtMs: 1_001 },
  },
  {
    type: 'SurfaceReviewed',
    data: { ...of, decision: 'approved', reason: 'Fine.', reviewedBy: 'user:u1', reviewedAtMs: 1_002 },
  },
  {
    type: 'SurfaceReviewed',
    data: { ...of, decision: 'rejected', reason: null, reviewedBy: 'user:u1', reviewedAtMs: 1_002 },
  },
  { type: 'SurfaceOpened', data: { ...of, openedAtMs: 1_003 } },
  {
    type: 'SurfaceFieldSaved',
    data: { ...of, fieldKey: 'day', valueJson: '"Tuesday"', savedAtMs: 1_004 },
  },
  { type: 'SurfaceSubmitted', data: { ...of, fieldsSubmitted: ['day'], submittedAtMs: 1_005 } },
  { type: 'SurfaceExpired', data: { ...of, expiredAtMs: 2_000 } },
  { type: 'SurfaceArchived', data: { ...of, reason: 'withdrawn', archivedAtMs: 2_001 } },
  { type: 'SurfaceReported', data: { surfaceId: of.surfaceId, reportedAtMs: 2_002 } },
];
