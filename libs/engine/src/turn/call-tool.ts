import type { JsonObject } from '@svc/kernel';
import { answerTo } from '../commands/ask.js';
import { sleep } from '../commands/sleep.js';
import type { StateName } from '../graph/context-graph.js';
import { outlivesItsTurn, type ToolCall, type ToolOutcome } from '../input/tool-call.js';
import type { ToolFact } from '../protocol/turn-fact.js';
import { race } from '../runtime/race.js';
import type { Script } from '../runtime/script.js';
import { deliveryOf } from '../tools/delivery.js';
import type { OfferedTool } from '../tools/offered-tool.js';
import { outcomeOf, type ToolAnswer } from '../tools/outcome-of.js';
import { operatorTool, reasonIn } from '../tools/operator-tool.js';
import { statusOf, statusTool } from '../tools/status-tool.js';
import { storeNotes } from './store-notes.js';
import { toldEnd, toldStart } from './tell-tool.js';
import type { Turn } from './turn.js';

/** How long a turn waits for a tool in the background, in ms. */
export const maxBackgroundWaitMs = 15_000;

/** A call to make. */
export interface ToolUse {
  readonly tool: OfferedTool;
  /** What a model has worded. Bindings are put in here. */
  readonly input: JsonObject;
  readonly state: StateName;
  readonly round: number;
}

/**
 * Calls a tool. One with effects is stored as intended first: a call whose intent is not stored is never made, so whoever finds an
 * intent without an outcome knows that nobody knows.
 * @returns the outcome, which never fails the turn; null for a tool that goes on in the background
 * @throws CommitRefused
 */
export function* callTool(turn: Turn, use: ToolUse): Script<ToolOutcome | null> {
  const { values } = turn.tools.boundTo(use.tool);
  const call = newCall(turn, use, { ...use.input, ...values });
  if (use.tool.descriptor.needsApproval === true) return park(turn, call);
  return yield* makeCall(turn, call);
}

/** Makes a call as it stands. The same as `callTool` otherwise. */
export function* makeCall(turn: Turn, call: ToolCall): Script<ToolOutcome | null> {
  if (outlivesItsTurn(call)) {
    turn.tools.intends(call);
    yield* storeNotes(turn);
  }
  turn.tools.begins(call);
  toldStart(turn, call);
  const answer = yield* answerOf(turn, call);
  if (answer === null) {
    turn.tools.isPending = true;
    return null;
  }
  const outcome = ended(turn, call, answer);
  if (outlivesItsTurn(call)) yield* storeNotes(turn);
  return outcome;
}

/** A person has to approve the call first: it begins to wait with the end of the turn. One at a time, so that it is clear what is approved. */
function park(turn: Turn, call: ToolCall): ToolOutcome | null {
  const { tools, recorder } = turn;
  if (tools.parked !== null)
    return notCalled(turn, call, 'Another call waits for the approval of a person.', 'generic');
  if (recorder.isWithholding)
    return notCalled(turn, call, 'Its input is stored nowhere, so nobody can approve it.', 'generic');
  tools.parks(call);
  tools.isPending = true;
  return null;
}

/** The outcome of a call that the turn no longer waits for. Answers to anything else change nothing. */
export function landed(turn: Turn, fact: ToolFact): void {
  const call = turn.tools.running(fact.id);
  if (call === undefined) return;
  const outcome = ended(turn, call, fact);
  const isHeardNow = deliveryOf(call.handling, outcome) === 'interrupt' && turn.speech?.hasBegun !== true;
  if (isHeardNow) turn.interrupts.put('landed');
}

/** An outcome without a call. */
export function notCalled(
  turn: Turn,
  call: ToolCall,
  reason: string,
  failure: ToolOutcome['failure'] = 'input_rejected',
): ToolOutcome {
  const outcome = { status: 'failed', failure, reason, result: null, durationMs: 0 } as const;
  const at = { ...outcome, endedAtMs: turn.nowMs };
  turn.tools.ends(call, at);
  return at;
}

export function newCall(turn: Turn, { tool, state, round }: ToolUse, input: JsonObject): ToolCall {
  const { spec, descriptor, purpose } = tool;
  const { toolId, name, version, hasEffects, needsApproval = false, timeoutMs } = descriptor;
  const { resultPersistence, delivery, failureDelivery, failureDeliveryByClass, lifecycle } = spec;
  return {
    id: turn.commands.nextId(`tool.${name}`),
    toolId,
    name,
    version,
    input,
    // An approval is for one call, also of a tool that only reads.
    effectKey: hasEffects || needsApproval ? turn.tools.nextEffectKey() : null,
    state,
    purpose,
    round,
    handling: { resultPersistence, delivery, failureDelivery, failureDeliveryByClass, lifecycle },
    // What is stored nowhere can't be heard later.
    isBackground: spec.execution === 'background' && resultPersistence !== 'ephemeral',
    startedAtMs: turn.nowMs,
    timeoutMs,
  };
}

function* answerOf(turn: Turn, call: ToolCall): Script<ToolAnswer | null> {
  const { id } = call;
  if (call.toolId === statusTool.toolId)
    return { type: 'tool-ended', result: statusOf(turn.tools.calls, turn.nowMs), durationMs: 0 };
  if (call.toolId === operatorTool.toolId) {
    turn.path.escalations.push({ trigger: 'ai', state: call.state, reason: reasonIn(call.input) });
    return { type: 'tool-ended', result: 'A person was asked to join.', durationMs: 0 };
  }
  if (call.handling.resultPersistence === 'ephemeral') turn.recorder.withhold(id);
  const answered = answerTo(turn.commands, { type: 'call-tool', id, call });
  if (!call.isBackground) return yield* answered;
  const first = yield* race({ answered, late: sleep(turn.commands, 'background', maxBackgroundWaitMs) });
  return first.by === 'answered' ? first.value : null;
}

function ended(turn: Turn, call: ToolCall, answer: ToolAnswer): ToolOutcome {
  const outcome = outcomeOf(call, answer, turn.nowMs);
  turn.tools.ends(call, outcome);
  toldEnd(turn, call, outcome);
  return outcome;
}
