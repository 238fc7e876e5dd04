import type { ModelPort } from '@svc/engine';
import type { ConfiguredModel, ModelCatalogue } from './catalogue/model-catalogue.js';
import { createModelPort } from './port/create-model-port.js';
import { systemTimers, type Timers } from './port/timers.js';
import { Circuit } from './steady/circuit.js';
import { SteadyPort } from './steady/steady-port.js';
import type { AskedModel } from './steady/try-plan.js';

export interface ModelsOptions {
  readonly timers?: Timers;
  /** At least 0 and less than 1: spreads the retries of those who failed together. */
  readonly random?: () => number;
}

/** From the call on, in ms: as long as a user waits for a first word, models are asked again. */
const retryBudgetMs = 30_000;

/** The models of a process. Who asks one of them finds out for all how it does. */
export class Models {
  readonly #asked: ReadonlyMap<string, AskedModel>;
  readonly #timers: Timers;
  readonly #random: () => number;

  constructor(
    private readonly catalogue: ModelCatalogue,
    { timers = systemTimers, random = Math.random }: ModelsOptions = {},
  ) {
    this.#timers = timers;
    this.#random = random;
    this.#asked = new Map(catalogue.all.map((model) => [model.name, this.#askedOf(model)]));
  }

  /** The default model, with its fallbacks behind it. */
  get default(): ModelPort {
    return this.#steady(this.catalogue.default);
  }

  #steady(model: ConfiguredModel): ModelPort {
    const fallbacks = this.catalogue.fallbacksOf(model).map((fallback) => this.#get(fallback));
    const options = { timers: this.#timers, random: this.#random, budgetMs: retryBudgetMs };
    return new SteadyPort([this.#get(model), ...fallbacks], options);
  }

  #get({ name }: ConfiguredModel): AskedModel {
    const asked = this.#asked.get(name);
    if (asked === undefined) throw new TypeError(`There is no model "${name}".`);
    return asked;
  }

  #askedOf(model: ConfiguredModel): AskedModel {
    const { name, limits, settings } = model;
    const port = createModelPort(model.model, { limits, settings, timers: this.#timers });
    return { name, port, circuit: new Circuit() };
  }
}
