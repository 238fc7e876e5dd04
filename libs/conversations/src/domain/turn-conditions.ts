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
