import type { TurnLimits } from '@svc/engine';

/** What a turn is taken under, beside what was said and known: the same in all turns of one release and configuration. */
export interface TurnConditions {
  readonly engineVersion: number;
  readonly promptVersion: number;
  readonly limits: TurnLimits;
  /** `provider/model` that is asked. */
  readonly model: string;
  /** Canonical JSON of an object. */
  readonly modelSettingsJson: string;
}

export function isUnderSameConditions(one: TurnConditions, other: TurnConditions | null): boolean {
  return (
    one.engineVersion === other?.engineVersion &&
    one.promptVersion === other.promptVersion &&
    one.model === other.model &&
    one.modelSettingsJson === other.modelSettingsJson &&
    one.limits.maxPassthroughStates === other.limits.maxPassthroughStates &&
    one.limits.maxTranscriptCharacters === other.limits.maxTranscriptCharacters &&
    one.limits.maxMessageCharacters === other.limits.maxMessageCharacters &&
    one.limits.maxJudgedEntries === other.limits.maxJudgedEntries &&
    one.limits.maxMessagesAhead === other.limits.maxMessagesAhead &&
    one.limits.maxSummaryCharacters === other.limits.maxSummaryCharacters
  );
}
