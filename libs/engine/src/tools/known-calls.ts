import type { KnownToolCall, ToolCall, ToolOutcome } from '../input/tool-call.js';
import type { ToolNote } from '../protocol/tool-note.js';
import { isKept } from './persistence.js';

/** Calls that later turns know, and as many without a known outcome. Of older ones of those, only how they stand is kept. */
const maxCalls = 50;

/** Bound of all results that prompts show, as JSON in UTF-16 code units. The oldest are left out. */
const maxShownCharacters = 24_000;

/** The calls of a conversation after a note. Repeating a note changes nothing. */
export function withNote(calls: readonly KnownToolCall[], note: ToolNote): readonly KnownToolCall[] {
  const known = calls.find(({ id }) => id === note.call.id);
  if (note.type === 'intent') return known === undefined ? [...calls, begun(note.call)] : calls;
  const ended = endedCall(note.call, note.outcome);
  const others =
    known === undefined ? [...calls, ended] : calls.map((call) => (call === known ? ended : call));
  return bounded(overridden(others, ended));
}

/** The calls once the agent has spoken. @param unheard ids of those whose outcome the message could not know */
export function heardCalls(
  calls: readonly KnownToolCall[],
  unheard: readonly string[] = [],
): readonly KnownToolCall[] {
  const isNew = ({ id, outcome, isHeard }: KnownToolCall): boolean =>
    outcome !== null && !isHeard && !unheard.includes(id);
  return calls.some(isNew) ? calls.map((call) => (isNew(call) ? { ...call, isHeard: true } : call)) : calls;
}

function begun(call: ToolCall): KnownToolCall {
  return { ...call, outcome: null, isShown: true, isHeard: false };
}

function endedCall(call: ToolCall, outcome: ToolOutcome): KnownToolCall {
  return unshownIf(!isKept(call.handling.resultPersistence, outcome), {
    ...call,
    outcome,
    isShown: true,
    isHeard: false,
  });
}

/** Of an `override` tool only the latest result counts. */
function overridden(calls: readonly KnownToolCall[], latest: KnownToolCall): readonly KnownToolCall[] {
  if (latest.handling.resultPersistence !== 'override' || latest.outcome?.status !== 'ended') return calls;
  const isReplaced = (call: KnownToolCall): boolean =>
    call.id !== latest.id && call.toolId === latest.toolId && call.outcome?.status === 'ended';
  return calls.map((call) => unshownIf(isReplaced(call), call));
}

function bounded(calls: readonly KnownToolCall[]): readonly KnownToolCall[] {
  let room = maxShownCharacters;
  let count = 0;
  let open = 0;
  const kept: KnownToolCall[] = [];
  for (const call of calls.toReversed()) {
    const isOpen = call.outcome === null || call.outcome.status === 'unknown';
    count += 1;
    if (isOpen) open += 1;
    else if (count > maxCalls) continue;
    if (isOpen && open > maxCalls) {
      kept.push(bare(call));
      continue;
    }
    if (call.isShown) room -= shownCharacters(call);
    kept.push(unshownIf(!isOpen && room < 0, call));
  }
  return kept.toReversed();
}

function shownCharacters({ input, outcome }: KnownToolCall): number {
  return JSON.stringify([input, outcome?.result ?? null, outcome?.reason ?? null]).length;
}

/** How a call stands, without what was said in it. */
function bare(call: KnownToolCall): KnownToolCall {
  const { outcome } = call;
  return {
    ...call,
    isShown: false,
    input: {},
    outcome: outcome === null ? null : { ...outcome, result: null, reason: null },
  };
}

/** What no prompt shows is not kept. */
function unshownIf(isUnshown: boolean, call: KnownToolCall): KnownToolCall {
  if (!isUnshown || !call.isShown) return call;
  const { outcome } = call;
  return {
    ...call,
    isShown: false,
    input: {},
    outcome: outcome === null ? null : { ...outcome, result: null },
  };
}
