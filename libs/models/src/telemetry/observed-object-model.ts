import type { AttemptListener } from '@svc/engine';
import type { ObjectModel, ObjectRequest } from '../port/create-object-model.js';
import type { ModelObserver } from './model-observer.js';

/** Measures the calls of a model with JSON responses. */
export class ObservedObjectModel implements ObjectModel {
  readonly name: string;
  readonly contextTokens: number;

  constructor(
    private readonly model: ObjectModel,
    private readonly observer: ModelObserver,
  ) {
    this.name = model.name;
    this.contextTokens = model.contextTokens;
  }

  async answer<Answer>(
    request: ObjectRequest<Answer>,
    signal: AbortSignal,
    onAttempt: AttemptListener,
  ): Promise<Answer> {
    const span = this.observer.open(request.name, 'json');
    try {
      const measured = this.observer.measured(span, onAttempt);
      const answer = await span.run(() => this.model.answer(request, signal, measured));
      span.end();
      return answer;
    } catch (error) {
      span.end(error);
      throw error;
    }
  }
}
