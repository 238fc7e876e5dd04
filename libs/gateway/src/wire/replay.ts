import type {
  ComparedTurn as ComparedProto,
  VerifiedTurn as VerifiedProto,
} from '@svc/contracts/conversations';
import { z } from 'zod';
import { named } from './documented.js';
import { sameNames } from './same-names.js';
import { shown } from './shown.js';

const text = z.string();

/** A turn that was run again from what was recorded. */
export const VerifiedTurn = named(
  'VerifiedTurn',
  z.strictObject({
    interaction_id: text,
    /** `identical`, `diverged`, `other-version`, `not-replayable` or `erased`. */
    outcome: text,
    /** Type of the first event that differs; null after the end of a list, and where nothing does. */
    recorded_event: text.nullable(),
    replayed_event: text.nullable(),
    /** Of the summary behind it; null where there is none. */
    summary_outcome: text.nullable(),
  }),
);

const Difference = named(
  'ReplayDifference',
  z.strictObject({
    /** `state`, `transitions`, `message`, `tools` or `prompts`. */
    kind: text,
    /** Text, or JSON; null where there is none. */
    recorded: text.nullable(),
    replayed: text.nullable(),
  }),
);

const UnrecordedCall = named(
  'UnrecordedCall',
  z.strictObject({
    /** Of a model, such as `navigate` or `engage`; `tool`; `ruling`. */
    kind: text,
    call_id: text,
  }),
);

/** A turn that was run on other versions with the answers that were recorded. */
export const ComparedTurn = named(
  'ComparedTurn',
  z.strictObject({
    interaction_id: text,
    /** `unchanged`, `changed`, `stopped`, `failed`, `void`, `not-replayable` or `erased`. */
    outcome: text,
    differences: z.array(Difference),
    /** Where it stopped. */
    first_unrecorded_call: UnrecordedCall.nullable(),
    /** Why it failed. */
    failure: text.nullable(),
  }),
);

export function fromVerifiedTurn({ recordedEvent, replayedEvent, summaryOutcome, ...turn }: VerifiedProto) {
  return shown(VerifiedTurn, {
    ...sameNames(turn),
    recorded_event: recordedEvent ?? null,
    replayed_event: replayedEvent ?? null,
    summary_outcome: summaryOutcome ?? null,
  });
}

export function fromComparedTurn({ differences, firstUnrecordedCall, failure, ...turn }: ComparedProto) {
  return shown(ComparedTurn, {
    ...sameNames(turn),
    differences: differences.map(({ kind, recorded, replayed }) => ({
      kind,
      recorded: recorded ?? null,
      replayed: replayed ?? null,
    })),
    first_unrecorded_call:
      firstUnrecordedCall === undefined
        ? null
        : { kind: firstUnrecordedCall.kind, call_id: firstUnrecordedCall.callId },
    failure: failure ?? null,
  });
}
