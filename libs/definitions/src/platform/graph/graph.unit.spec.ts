import fc from 'fast-check';
import { arbitraryOf } from '../../../test/arbitrary-of.js';
import { toFieldErrors } from '../../../test/field-errors.js';
import {
  actionState,
  dataCollectionState,
  exit,
  graphOf,
  type Loose,
} from '../../../test/platform-graphs.js';
import { answerOf } from '../../schema/index.js';
import { compileGraph } from './compile-graph.js';
import { ContextGraphVersionBody } from './graph.js';
import { brokenRules } from './graph-rules.js';
import { graphWarnings } from './graph-warnings.js';

const runs = { numRuns: 60 };
const isGraph = (value: unknown) => ContextGraphVersionBody.safeParse(value).success;
const whole = arbitraryOf(ContextGraphVersionBody, true).filter(isGraph);

it('a graph that is parsed and written again is the same, and is answered so', () => {
  fc.assert(
    fc.property(whole, (graph) => {
      const parsed = ContextGraphVersionBody.parse(graph);
      expect(JSON.parse(JSON.stringify(parsed))).toEqual(JSON.parse(JSON.stringify(graph)));
      expect(answerOf(ContextGraphVersionBody).parse(parsed)).toEqual(parsed);
      expect(ContextGraphVersionBody.parse(parsed)).toEqual(parsed);
    }),
    runs,
  );
});

it('any input parses or has errors at locations, and then its rules, warnings and walk are known', () => {
  const damaged = whole.chain((graph) =>
    fc.tuple(fc.nat(200), fc.jsonValue()).map(([place, value]) => damage(graph, place, value)),
  );
  fc.assert(
    fc.property(fc.oneof(fc.anything(), fc.jsonValue(), damaged, whole), (input) => {
      const parsed = ContextGraphVersionBody.safeParse(input);
      if (!parsed.success) {
        expect(parsed.error.issues).not.toEqual([]);
        return;
      }
      const errors = brokenRules(parsed.data, { allowsEphemeral: false });
      for (const { loc } of errors) expect(loc[0]).toBe('body');
      graphWarnings(parsed.data, () => false);
      compileGraph(parsed.data);
    }),
    runs,
  );
});

/** The graph with another value at one of its places. */
function damage(graph: unknown, place: number, value: unknown): unknown {
  let count = 0;
  const copy = JSON.stringify(graph, (_key, inner: unknown) => (count++ === place ? value : inner));
  return JSON.parse(copy ?? 'null') as unknown;
}

const state = (fields: Loose) => graphOf([actionState('a', [exit('a')], fields)]);
const tool = (fields: Loose) => state({ action_tool_call_specs: [{ tool_id: 't', ...fields }] });
const progress = (fields: Loose) => tool({ progress: fields });
const params = Object.fromEntries(Array.from({ length: 21 }, (_none, place) => [`p${place}`, place]));
const at = 'states.0';

it.each<[string, Loose, string]>([
  ['a state of another type', graphOf([{ ...actionState('a'), type: 'recall' }]), `${at}.type`],
  ['a name that is missing', graphOf([actionState('a')], { terminal_state: undefined }), 'terminal_state'],
  ['a description of 2,001 characters', { ...state({}), description: 'a'.repeat(2_001) }, 'description'],
  ['a waiting for something else', state({ wait_for: 'rain' }), `${at}.wait_for`],
  [
    'a guardrail with a name of 129 characters',
    state({ guardrails: [{ name: 'a'.repeat(129), description: '' }] }),
    `${at}.guardrails.0.name`,
  ],
  [
    'a guardrail with a description of 1,001 characters',
    state({ guardrails: [{ name: '', description: 'a'.repeat(1_001) }] }),
    `${at}.guardrails.0.description`,
  ],
  [
    'a guardrail that is enforced somehow',
    state({ guardrails: [{ name: '', description: '', enforcement: 'some' }] }),
    `${at}.guardrails.0.enforcement`,
  ],
  ['an unknown channel', state({ channel_overrides: { pigeon: {} } }), `${at}.channel_overrides.pigeon`],
  [
    'a threshold below -1',
    state({ turn_policy: { degradation_threshold: -2 } }),
    `${at}.turn_policy.degradation_threshold`,
  ],
  ['21 preloads', state({ preload: Array.from({ length: 21 }, () => ({ tool_id: 't' })) }), `${at}.preload`],
  ['a preload with 21 parameters', state({ preload: [{ tool_id: 't', params }] }), `${at}.preload.0.params`],
  ['a preload with a long id', state({ preload: [{ tool_id: 'a'.repeat(257) }] }), `${at}.preload.0.tool_id`],
  [
    'a failure of another class',
    tool({ failure_delivery_by_class: { rain: 'queue' } }),
    `${at}.action_tool_call_specs.0.failure_delivery_by_class.rain`,
  ],
  ['another delivery', tool({ delivery: 'pigeon' }), `${at}.action_tool_call_specs.0.delivery`],
  ['no phrases', progress({ phrases: [] }), `${at}.action_tool_call_specs.0.progress.phrases`],
  [
    '11 phrases',
    progress({ phrases: Array.from({ length: 11 }, () => 'a') }),
    `${at}.action_tool_call_specs.0.progress.phrases`,
  ],
  [
    'a hint after 30,001 ms',
    progress({ trigger_delay_ms: 30_001 }),
    `${at}.action_tool_call_specs.0.progress.trigger_delay_ms`,
  ],
  ['a hint each 99 ms', progress({ interval_ms: 99 }), `${at}.action_tool_call_specs.0.progress.interval_ms`],
  [
    '60,001 ms to wait',
    progress({ expected_latency_ms: 60_001 }),
    `${at}.action_tool_call_specs.0.progress.expected_latency_ms`,
  ],
  [
    'a phrase of 501 characters',
    progress({ custom_phrase: 'a'.repeat(501) }),
    `${at}.action_tool_call_specs.0.progress.custom_phrase`,
  ],
  ['an extra key of a hint', progress({ colour: 'red' }), `${at}.action_tool_call_specs.0.progress.colour`],
  ['no turns to collect in', graphOf([dataCollectionState('a', 'a', { max_turns: 0 })]), `${at}.max_turns`],
  [
    'a field of another type',
    graphOf([dataCollectionState('a', 'a', { fields: [{ key: 'k', type: 'colour', label: 'l' }] })]),
    `${at}.fields.0.type`,
  ],
])('given %s, then its place is named', (_what, graph, place) => {
  expect(toFieldErrors(ContextGraphVersionBody, graph)).toEqual([place]);
});

it('what is left out has its default', () => {
  const { states } = ContextGraphVersionBody.parse(
    graphOf([
      actionState('a', [exit('b')], {
        action_tool_call_specs: [{ tool_id: 't', progress: {} }],
        turn_policy: {},
      }),
      { type: 'decision', name: 'b', objective: '', exit_conditions: [exit('c')] },
      dataCollectionState('c', 'a'),
    ]),
  );
  const inView = { guardrails: [], channel_overrides: {}, turn_policy: null };
  expect(states[0]).toMatchObject({
    guardrails: [],
    channel_overrides: {},
    actions: [{ description: 'Action of a', filler_hint: null }],
    exit_conditions: [{ description: 'to b', next_state: 'b', filler_hint: null }],
    exit_condition_tool_call_specs: [],
    wait_for: null,
    surface_spec_template: null,
    preload: [],
    action_tool_call_specs: [
      {
        tool_id: 't',
        additional_instruction: '',
        navigate_on_completion: false,
        progress: {
          deterministic: false,
          phrases: null,
          trigger_delay_ms: null,
          interval_ms: null,
          mode: 'auto',
          progress_class: null,
          expected_latency_ms: null,
          custom_phrase: null,
        },
        result_persistence: 'accumulate',
        delivery: 'interrupt',
        failure_delivery: null,
        failure_delivery_by_class: null,
        execution: 'blocking',
        lifecycle: 'independent',
        context_bindings: [],
        audio_fillers: null,
        audio_filler_triggered_after: null,
      },
    ],
    turn_policy: {
      barge_in_enabled: true,
      safety_response: 'stay_empathize',
      context_strategy: 'full',
      degradation_threshold: -1,
      block_forward_call: false,
      block_forward_call_after_turns: -1,
      stt_eot_threshold: null,
      stt_eager_eot_threshold: null,
      stt_eot_timeout_ms: null,
    },
  });
  expect(states[1]).toMatchObject({
    ...inView,
    decision_guidelines: [],
    tool_call_specs: [],
    wait_for: null,
  });
  expect(states[2]).toMatchObject({
    ...inView,
    fields: [
      {
        ...{ key: 'day', type: 'date', label: 'The day', required: true, options: null },
        ...{ validation: null, ask_prompt: null, fhir_path: null },
      },
    ],
    action_guidelines: [],
    boundary_constraints: [],
    surface_fallback: false,
    surface_fallback_after_turns: 6,
    max_turns: 10,
    tool_call_specs: [],
  });
});
