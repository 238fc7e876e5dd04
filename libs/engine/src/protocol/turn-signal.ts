import type { JsonObject } from '@svc/kernel';
import type { StateName, VersionInfo } from '../graph/context-graph.js';
import type { TransitionLog } from './turn-result.js';

interface OfTool {
  readonly tool_id: string;
  /** Empty where the tool has no versions. */
  readonly tool_version: string;
}

/** Durations are in seconds. Results are text: their JSON, the reason of a failure, or nothing for `ephemeral` ones. */
type ToolAction =
  | (OfTool & {
      readonly type: 'tool-call-started';
      /** From 0. */
      readonly tool_round_index: number;
      readonly input_params: JsonObject;
    })
  | (OfTool & {
      readonly type: 'tool-call-ended';
      readonly tool_round_index: number;
      readonly input_parameters: JsonObject;
      readonly result: string;
      readonly duration: number;
    })
  | (OfTool & { readonly type: 'designated-tool-retrieved' })
  | (OfTool & {
      readonly type: 'designated-tool-call-params-generated';
      readonly tool_call_params: JsonObject;
    })
  | (OfTool & {
      readonly type: 'navigate-state-machine-tool-call-state-tool-output-available';
      readonly tool_output: string;
      readonly duration: number;
      readonly input_arguments: JsonObject;
    });

/**
 * `current-agent-action.action` objects that the engine emits, in their exact wire form: clients reject a stream with an action
 * of another shape.
 */
export type CurrentAgentAction =
  | { readonly type: 'navigate-state-machine-action-state-action-selected'; readonly action: string }
  | { readonly type: 'navigate-state-machine-decision-state-decision-started' }
  | {
      readonly type: 'navigate-state-machine-exit-condition-selected';
      readonly exit_condition: string;
      readonly next_state_state_machine_version_info: VersionInfo;
      readonly next_state_name: StateName;
    }
  | {
      readonly type: 'navigate-state-machine-annotation-state-annotation-retrieved';
      readonly annotation: string;
    }
  | {
      readonly type: 'navigate-state-machine-state-transitioned';
      readonly prev_state: StateName;
      readonly prev_state_state_machine_version_info: VersionInfo;
      readonly next_state: StateName;
      readonly next_state_state_machine_version_info: VersionInfo;
    }
  | {
      readonly type: 'navigate-state-machine-recall-state-static-queries-retrieved';
      readonly static_queries: readonly string[];
    }
  | {
      readonly type: 'navigate-state-machine-recall-state-dynamic-queries-generated';
      readonly dynamic_queries: readonly string[];
      readonly requested_information: string;
    }
  | {
      readonly type: 'navigate-state-machine-recall-state-active-memory-retrieved';
      readonly queries_and_responses: readonly (readonly [query: string, response: string])[];
    }
  | { readonly type: 'navigate-state-machine-reflection-state-prompt-retrieved'; readonly prompt: string }
  | {
      readonly type: 'navigate-state-machine-reflection-state-reflection-generated';
      readonly reflection: string;
    }
  | ToolAction
  /** Something takes long, and this is said meanwhile. */
  | {
      readonly type: 'action-too-long';
      readonly filler: string;
      /** What was last told to have begun; null where nothing was. */
      readonly previously_started_event: CurrentAgentAction | null;
    }
  | {
      readonly type: 'engage-user-message-fragment-generated';
      /** From 0, equal to the index of the message piece that follows. */
      readonly index: number;
      readonly fragment: string;
      readonly is_final: boolean;
    };

/** What happens in a turn, in the order in which it happens. */
export type TurnSignal =
  | { readonly type: 'current-agent-action'; readonly action: CurrentAgentAction }
  | { readonly type: 'state-transitioned'; readonly transition: TransitionLog }
  /** A phrase while the user waits, after its `action-too-long`. It belongs to no message. */
  | { readonly type: 'filler'; readonly text: string }
  /** A message of type `agent-inner-thought`. */
  | { readonly type: 'inner-thought'; readonly text: string }
  /**
   * A piece of the agent's message, sent as soon as it is known. Only afterwards is it known that a piece was the last, so the
   * last one (`isFinal`) is always empty, and no text has to wait.
   */
  | {
      readonly type: 'message-piece';
      readonly index: number;
      readonly text: string;
      readonly isFinal: boolean;
    };
