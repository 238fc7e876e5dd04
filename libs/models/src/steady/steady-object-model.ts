import type { AttemptListener, ModelError } from '@svc/engine';
import type { ObjectModel, ObjectRequest } from '../port/create-object-model.js';
import { nextModel } from './next-model.js';
import { TryBudget } from './try-budget.js';
import { TryPlan, type AskedModel, type TryPlanOptions } from './try-plan.js';

/** Nobody waits for an object, so a slow model may take its time. */
const budgetMs = 120_000;

/**
 * Several models with JSON responses as a more reliable one. A failed call is retried, then it goes to the next model. Unlike a
 * turn's call, one with an unusable response is not retried with the same model: its caller does that later.
 */
export class SteadyObjectModel implements ObjectModel {
  readonly name: string;
  readonly contextTokens: number;

  /** @param models the first is the preferred one, the others are its fallbacks in order */
  constructor(
    private readonly models: readonly [AskedModel<ObjectModel>, ...AskedModel<ObjectModel>[]],
    private readonly options: Omit<TryPlanOptions, 'budget' | 'retries'>,
  ) {
    this.name = models[0].port.name;
    this.contextTokens = Math.min(...models.map(({ port }) => port.contextTokens));
  }

  async answer<Answer>(
    request: ObjectRequest<Answer>,
    signal: AbortSignal,
    onAttempt: AttemptListener,
  ): Promise<Answer> {
    const { timers } = this.options;
    const budget = new TryBudget(timers.now(), budgetMs);
    const plan = new TryPlan(this.models, { ...this.options, budget, retries: 'outages' });
    for (let model = plan.first(); ;) {
      try {
        const answer = await model.port.answer(request, signal, onAttempt);
        plan.answered();
        return answer;
      } catch (error) {
        const next = await nextModel(error, plan, timers, signal);
        if (next === null) throw plan.told(error as ModelError);
        model = next;
      }
    }
  }
}
