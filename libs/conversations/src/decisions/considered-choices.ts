import type { ExitCondition, GraphState, ToolDescriptor, ToolSpec } from '@svc/engine';
import type { Decision } from '../domain/turn-record.js';
import type { Considered, DecisionCause } from './decision-record.js';

/** What a choice is read with. */
export interface ChoiceContext {
  /** Undefined where the pinned graph has no such state. */
  readonly state: GraphState | undefined;
  /** As the turn knew them. */
  readonly tools: readonly ToolDescriptor[];
  readonly areRoundsUsedUp: boolean;
}

type Offer = Pick<Considered, 'kind' | 'subject'>;

/** All that a choice was about, in the order in which it was offered, and then what was not offered. */
export function consideredIn(decision: Decision, context: ChoiceContext): readonly Considered[] {
  const offered = offersOf(decision, context);
  const chosen = offered.findIndex((offer) => isChosen(offer, decision));
  const isAsked = decision.judgedBy === 'model';
  return [
    ...offered.map((offer, place): Considered =>
      place === chosen
        ? { ...offer, verdict: 'matched', cause: isAsked ? 'chosen' : 'only-choice' }
        : { ...offer, verdict: 'not-matched', cause: 'another-chosen' },
    ),
    ...droppedFrom(decision, context, offered),
    ...decision.guidelines.map((subject): Considered => ({
      kind: 'guideline',
      subject,
      ...(isAsked
        ? { verdict: 'considered', cause: 'shown-to-model' }
        : { verdict: 'dropped', cause: 'no-model-asked' }),
    })),
  ];
}

function offersOf(decision: Decision, { state }: ChoiceContext): readonly Offer[] {
  const { isAbridged, purpose, tools = [] } = decision;
  const exits = isAbridged && purpose !== 'select-action' ? exitTexts(state) : decision.exitConditions;
  const actions = isAbridged && purpose !== 'decide' ? actionTexts(state) : decision.actions;
  return [...offers('exit', exits), ...offers('action', actions), ...offers('tool', tools)];
}

function offers(kind: Offer['kind'], subjects: readonly string[]): readonly Offer[] {
  return subjects.map((subject) => ({ kind, subject }));
}

function isChosen({ kind, subject }: Offer, { verdict }: Decision): boolean {
  switch (verdict.kind) {
    case 'exit':
      return kind === 'exit' && subject === verdict.exitCondition;
    case 'action':
      return kind === 'action' && subject === verdict.action;
    case 'tool':
      return kind === 'tool' && subject === verdict.tool;
  }
}

/** What the state has besides. */
function droppedFrom(
  { purpose }: Decision,
  context: ChoiceContext,
  offered: readonly Offer[],
): readonly Considered[] {
  const { state } = context;
  const areActionsOffered = offered.some(({ kind }) => kind === 'action');
  // Where exits alone are offered in a state with actions, a tool has said that it must be left.
  const mustLeave = purpose === 'navigate' && !areActionsOffered;
  const exits = missing(offers('exit', exitTexts(state)), offered);
  const actions = mustLeave ? missing(offers('action', actionTexts(state)), offered) : [];
  return [
    ...exits.map(dropped(causeOfExits(state, purpose))),
    ...actions.map(dropped('must-leave')),
    ...toolsOf(state, purpose).flatMap(([spec, isJudged]) => {
      const offer = { kind: 'tool', subject: nameOf(spec, context) ?? spec.toolId } as const;
      if (missing([offer], offered).length === 0) return [];
      return [dropped(causeOf(spec, context, isJudged, mustLeave))(offer)];
    }),
  ];
}

function causeOfExits(state: GraphState | undefined, purpose: Decision['purpose']): DecisionCause {
  if (purpose !== 'select-action') return 'leads-back';
  return state?.type === 'action' && state.waitFor !== null ? 'waiting' : 'not-judged';
}

function causeOf(
  spec: ToolSpec,
  context: ChoiceContext,
  isJudged: boolean,
  mustLeave: boolean,
): DecisionCause {
  if (!isJudged) return 'not-judged';
  if (nameOf(spec, context) === undefined) return 'not-available';
  if (mustLeave) return 'must-leave';
  return context.areRoundsUsedUp ? 'rounds-used-up' : 'not-available';
}

const dropped =
  (cause: DecisionCause) =>
  (offer: Offer): Considered => ({ ...offer, verdict: 'dropped', cause });

function missing(wanted: readonly Offer[], offered: readonly Offer[]): readonly Offer[] {
  return wanted.filter(
    ({ kind, subject }) => !offered.some((one) => one.kind === kind && one.subject === subject),
  );
}

/** The tools of a state, and whether a choice for that purpose has a use for them. */
function toolsOf(
  state: GraphState | undefined,
  purpose: Decision['purpose'],
): readonly (readonly [ToolSpec, boolean])[] {
  const used = (specs: readonly ToolSpec[], isJudged = true) =>
    specs.map((spec) => [spec, isJudged] as const);
  switch (state?.type) {
    case 'action':
      return [...used(state.exitTools, purpose === 'navigate'), ...used(state.actionTools)];
    case 'decision':
    case 'collection':
    case 'reflection':
    case 'tool-call':
      return used(state.tools);
    default:
      return [];
  }
}

function nameOf(spec: ToolSpec, { tools }: ChoiceContext): string | undefined {
  return tools.find(
    ({ toolId, versionConstraint }) => toolId === spec.toolId && versionConstraint === spec.versionConstraint,
  )?.name;
}

function exitTexts(state: GraphState | undefined): readonly string[] {
  return hasExits(state) ? state.exitConditions.map(({ description }) => description) : [];
}

function hasExits(
  state: GraphState | undefined,
): state is GraphState & { readonly exitConditions: readonly ExitCondition[] } {
  return state?.type === 'action' || state?.type === 'decision';
}

function actionTexts(state: GraphState | undefined): readonly string[] {
  return state?.type === 'action' ? state.actions.map(({ description }) => description) : [];
}
