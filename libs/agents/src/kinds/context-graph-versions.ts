import { enteredGraphs, namedTools, parseGraph } from '@svc/definitions/classic';
import {
  brokenRules,
  ContextGraphVersionBody,
  graphWarnings,
  namedTools as namedToolsOfPlatform,
} from '@svc/definitions/platform';
import { FieldChecks, validationError } from '@svc/errors';
import { canonicalJson, type JsonObject } from '@svc/kernel';
import { unstorableTexts } from '../domain/unstorable-texts.js';
import { parsed } from './bodies.js';
import type { DraftVersion, PreviousVersion, Reference, VersionFacts } from './definition-kind.js';

/** Bytes of canonical JSON; a graph is read whole at the start of each conversation. */
const maxGraphBytes = 1024 * 1024;

/** @throws DomainError `validation_failed` with state and field */
export function classicGraphVersion(given: JsonObject): DraftVersion {
  refuseUnstorable(given);
  const graph = parseGraph(given);
  const tools = namedTools(graph);
  return {
    body: checkedSize(graph),
    summary: summaryOf(graph.states.length, tools),
    references: [
      ...enteredGraphs(graph).map(({ graphId: id, version, state, loc }): Reference => {
        const entered = state === null ? {} : { state };
        return { kind: 'context_graph', id, loc, version, ...entered, whenMissing: 'invalid_request' };
      }),
      ...tools.map(({ toolId: id, versionConstraint, loc }): Reference => {
        return { kind: 'tool', id, loc, version: null, versionConstraint };
      }),
    ],
  };
}

/** Tools may come to be after the graph, so none has to be there. @throws DomainError `validation_failed` with state and field */
export function platformGraphVersion(
  given: JsonObject,
  _previous: PreviousVersion | null,
  facts: VersionFacts,
): DraftVersion {
  const graph = parsed(ContextGraphVersionBody, given);
  const faults = brokenRules(graph, facts);
  if (faults.length > 0) throw validationError(faults);
  const tools = namedToolsOfPlatform(graph);
  return {
    body: checkedSize(graph),
    summary: summaryOf(graph.states.length, tools),
    references: [],
    toolIds: tools.map(({ toolId }) => toolId),
    warnings: (isKnownTool) => graphWarnings(graph, isKnownTool),
  };
}

/** How many states there are, and which tools they name. */
function summaryOf(stateCount: number, tools: readonly { readonly toolId: string }[]): JsonObject {
  return { state_count: stateCount, tool_ids: [...new Set(tools.map(({ toolId }) => toolId))] };
}

/** @throws DomainError `validation_failed` */
function checkedSize(graph: object): JsonObject {
  new FieldChecks().atMostBytes(['body'], Buffer.byteLength(canonicalJson(graph)), maxGraphBytes).verify();
  return graph as JsonObject;
}

function refuseUnstorable(given: JsonObject): void {
  const unstorable = unstorableTexts(given, ['body']);
  if (unstorable.length > 0) throw validationError(unstorable);
}
