import type { TurnLimits } from '@svc/engine';

/** Conditions of a turn that do not depend on its conversation: the same in all turns of one release and configuration. */
export interface TurnConditions {
  readonly engineVersion: number;
  readonly promptVersion: number;
  readonly limits: TurnLimits;
  /** `provider/model` that is asked. */
  readonly model: string;
  /** Canonical JSON of an object. */
  readonly modelSettingsJson: string;
}
