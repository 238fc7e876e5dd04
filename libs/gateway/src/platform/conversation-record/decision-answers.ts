import type {
  Decision as DecisionProto,
  TurnDecisions as TurnDecisionsProto,
} from '@svc/contracts/conversations';
import { InteractionKind } from '@svc/contracts/conversations';
import { z } from 'zod';
import { named } from '../../wire/documented.js';
import { sameNames } from '../../wire/same-names.js';
import { shown } from '../../wire/shown.js';
import { toWireTime, wireTime } from '../../wire/times.js';

const text = z.string();

const Considered = named(
  'Considered',
  z.strictObject({
    /** `exit`, `action`, `tool`, `guideline`, `guardrail` or `preload`. */
    kind: text,
    /** In the author's words; of tools and guardrails, the name. */
    subject: text,
    /** `matched`, `not-matched`, `dropped` or `considered`. */
    verdict: text,
    /** Why: a word of a list that only grows. */
    cause: text,
  }),
);

const Decision = named(
  'Decision',
  z.strictObject({
    /** `navigate`, `decide`, `select-action`, `preload` or `speech`. */
    occasion: text,
    state: text,
    context_graph_id: text,
    context_graph_version: z.int(),
    /** `model`, `only-choice` or `code`. */
    judged_by: text,
    /** The model's words; null where no model was asked. */
    reason: text.nullable(),
    considered: z.array(Considered),
    /** The list is that of the graph: the turn's own was too long to be stored. */
    is_abridged: z.boolean(),
  }),
);

const DecidedToolCall = named(
  'DecidedToolCall',
  z.strictObject({
    call_id: text,
    tool_id: text,
    tool_name: text,
    state: text,
    /** `navigate`, `engage`, `preload`, `designated` or `support`. */
    purpose: text,
    /** Round of tools in its turn, from 0. */
    round: z.int(),
    /** `running`, `parked`, `approved`, `ended`, `failed`, `unknown` or `not-called`. */
    status: text,
    failure: text.nullable(),
    duration_ms: z.int(),
  }),
);

const TurnDecisions = named(
  'TurnDecisions',
  z.strictObject({
    interaction_id: text,
    /** What began the turn: `greeting`, `user-message`, `external-event` or `skip`. */
    kind: text,
    started_at: wireTime,
    /** `completed`, or why the turn is void. */
    end: text,
    /** What was decided of the person's words is erased with them. */
    is_erased: z.boolean(),
    decisions: z.array(Decision),
    tool_calls: z.array(DecidedToolCall),
  }),
);

export const DecisionList = named(
  'DecisionListResponse',
  z.strictObject({ items: z.array(TurnDecisions), has_more: z.boolean(), total: z.int() }),
);

export function fromTurnDecisions({ startedAtMs, kind, decisions, toolCalls, ...turn }: TurnDecisionsProto) {
  return shown(TurnDecisions, {
    ...sameNames(turn),
    kind: kinds[kind],
    started_at: toWireTime(startedAtMs),
    decisions: decisions.map(fromDecision),
    tool_calls: toolCalls.map(({ tool, failure, ...call }) =>
      shown(DecidedToolCall, { ...sameNames(call), tool_name: tool, failure: failure ?? null }),
    ),
  });
}

function fromDecision({ graphId, graphVersion, reason, considered, ...decision }: DecisionProto) {
  return shown(Decision, {
    ...sameNames(decision),
    context_graph_id: graphId,
    context_graph_version: graphVersion,
    reason: reason ?? null,
    considered: considered.map((one) => shown(Considered, sameNames(one))),
  });
}

const kinds = {
  [InteractionKind.INTERACTION_KIND_UNSPECIFIED]: 'skip',
  [InteractionKind.INTERACTION_KIND_GREETING]: 'greeting',
  [InteractionKind.INTERACTION_KIND_USER_MESSAGE]: 'user-message',
  [InteractionKind.INTERACTION_KIND_EXTERNAL_EVENT]: 'external-event',
  [InteractionKind.INTERACTION_KIND_SKIP]: 'skip',
} as const;
