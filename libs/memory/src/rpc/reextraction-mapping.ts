import { ReextractionOutcome, type ReextractMemoriesResponse } from '@svc/contracts/memory';
import type { Reextraction } from '../application/reextract-memories.js';
import { userModelChanges } from '../domain/user-model/user-model-changes.js';

const outcomes: Readonly<Record<Reextraction['outcome'], ReextractionOutcome>> = {
  reextracted: ReextractionOutcome.REEXTRACTION_OUTCOME_REEXTRACTED,
  current: ReextractionOutcome.REEXTRACTION_OUTCOME_CURRENT,
  erased: ReextractionOutcome.REEXTRACTION_OUTCOME_ERASED,
};

export function reextractionToProto(reextraction: Reextraction): ReextractMemoriesResponse {
  const { userId, outcome } = reextraction;
  const base = { outcome: outcomes[outcome], userId };
  if (reextraction.outcome !== 'reextracted')
    return { ...base, addedMemories: [], removedMemories: [], keptMemories: 0, userModelChanges: [] };
  const { added, removed, kept, modelBefore, modelAfter } = reextraction.revision;
  const changes = userModelChanges(modelBefore, modelAfter);
  return {
    ...base,
    addedMemories: added.map(({ content }) => content),
    removedMemories: removed.map(({ content }) => content),
    keptMemories: kept,
    userModelChanges: [
      ...changes.added.map(({ content }) => ({ after: content })),
      ...changes.changed.map(({ before, after }) => ({ before: before.content, after: after.content })),
      ...changes.removed.map(({ content }) => ({ before: content })),
    ],
  };
}
