import type { LanguageModelV4 } from '@ai-sdk/provider';
import { LRUCache } from 'lru-cache';
import type { CallKind, ModelPort, ModelUsage } from '@svc/engine';
import type { JsonObject } from '@svc/kernel';
import { noMetrics, silentLogger, type Logger, type Metrics } from '@svc/telemetry';
import { sampledAs } from './asking/call-sampling.js';
import { ModelCapabilities } from './asking/model-capabilities.js';
import type { ConfiguredModel, ModelCatalogue } from './catalogue/model-catalogue.js';
import { samplingJsonSchema, samplingSchema, type Sampling } from './definition/model-definition.js';
import { offlineModel } from './offline/offline-model.js';
import { RulesPort } from './port/rules-port.js';
import { createModelPort, portNameOf } from './port/create-model-port.js';
import { createObjectModel, type ObjectModel } from './port/create-object-model.js';
import { systemTimers, type Timers } from './timing/timers.js';
import { ModelServers, type ModelServersOptions } from './reachability/model-servers.js';
import { Circuit } from './steady/circuit.js';
import { SteadyObjectModel } from './steady/steady-object-model.js';
import { SteadyPort } from './steady/steady-port.js';
import { TryBudget } from './steady/try-budget.js';
import { TryLog } from './steady/try-log.js';
import type { AskedModel } from './steady/try-plan.js';
import { costOf } from './telemetry/cost.js';
import { ModelMetrics } from './telemetry/model-metrics.js';
import { ModelObserver } from './telemetry/model-observer.js';
import { ObservedObjectModel } from './telemetry/observed-object-model.js';
import { ObservedPort } from './telemetry/observed-port.js';
import { TurnPort } from './turn-port.js';

export interface ModelsOptions {
  readonly timers?: Timers;
  /** At least 0 and less than 1: spreads the retries of calls that failed together. */
  readonly random?: () => number;
  readonly metrics?: Metrics;
  readonly logger?: Logger;
  readonly probe?: ModelServersOptions['probe'];
}

/** Which model a version set prefers for one kind of call. */
export interface ModelPreference {
  /** A kind of call: `navigate`, `decide`, `select-action`, `engage`, `summarize`, `arguments`, `reflect`, `guard`, `filler`, `recommend`. */
  readonly interactionName: string;
  /** Name of a model in the configuration. */
  readonly llmName: string;
  /** Sampling, as a JSON object. */
  readonly paramsJson: string;
}

export interface ModelTurn {
  readonly conversationId: string;
  readonly preferences: readonly ModelPreference[];
}

/** What all models of a turn share. */
interface TurnInCalls {
  /** Null outside of conversations. */
  readonly conversationId: string | null;
  readonly budget: TryBudget;
}

/** From the begin of a turn, in ms. Retries end when a user no longer waits for a first word. */
const retryBudgetMs = 30_000;

/** Bound of the cache of preferred sampling settings. */
const maxPreferred = 1_000;

const callKinds: readonly CallKind[] = [
  'navigate',
  'decide',
  'select-action',
  'engage',
  'summarize',
  'arguments',
  'reflect',
  'guard',
  'filler',
  'recommend',
];

/** The models of a process. All callers share what is learnt about a model. */
export class Models {
  /** Whether they can be reached, by probes at the start and then by calls. */
  readonly servers: ModelServers;
  readonly #circuits: ReadonlyMap<string, Circuit>;
  readonly #preferred = new LRUCache<string, ModelCapabilities>({ max: maxPreferred });
  readonly #timers: Timers;
  readonly #random: () => number;
  readonly #metrics: ModelMetrics;
  readonly #logger: Logger;

  constructor(
    private readonly catalogue: ModelCatalogue,
    { timers = systemTimers, random = Math.random, metrics, logger, probe }: ModelsOptions = {},
  ) {
    this.#timers = timers;
    this.#random = random;
    this.#logger = logger ?? silentLogger;
    this.#circuits = new Map(catalogue.all.map(({ name }) => [name, new Circuit()]));
    this.#metrics = new ModelMetrics(metrics ?? noMetrics, timers);
    for (const { name, capabilities } of catalogue.all) {
      capabilities.watch(({ form, leftOut }) =>
        this.#logger.warn('a model refuses what it was asked with, and is asked without it from now on', {
          model: name,
          structured_output: form,
          refused_sampling: [...leftOut].join(','),
        }),
      );
    }
    this.servers = new ModelServers(catalogue.all, {
      timers,
      logger: this.#logger,
      ...(probe === undefined ? {} : { probe }),
    });
    this.#metrics.watch(() =>
      [...this.#circuits].map(([name, circuit]) => ({
        name,
        isAvailable: circuit.state(timers.now()) === 'closed' && !this.servers.isUnreachable(name),
      })),
    );
  }

  /** What version sets may prefer, in the order of the configuration: names, and the JSON Schema of their sampling. */
  get offered(): readonly { readonly name: string; readonly paramsSchema: JsonObject }[] {
    return this.catalogue.all.map(({ name }) => ({ name, paramsSchema: samplingJsonSchema }));
  }

  /**
   * Cost of an attempt in US dollars, by current prices. Null when its tokens or its price are unknown: no configured model
   * matches, or several match with different prices.
   * @param model `provider/model`, as calls are recorded
   */
  costOf(model: string, usage: ModelUsage): number | null {
    const costs = this.catalogue.all
      .filter((one) => portNameOf(one.model) === model)
      .map(({ definition }) => costOf(usage, definition.price));
    const [cost = null, ...others] = costs;
    return others.every((other) => other === cost) ? cost : null;
  }

  /** `provider/model` of the default model, and what it sends besides messages. */
  get identity(): Pick<ModelPort, 'name' | 'settings'> {
    return this.#steady(this.catalogue.default, {}, this.#turn(null));
  }

  /** How much of a conversation has to be kept for prompts, in UTF-16 code units. */
  get transcriptCharacters(): number {
    return this.catalogue.transcriptCharacters;
  }

  /**
   * The default model with JSON responses, and its fallbacks. Null for the offline model, which follows only tasks; as a
   * fallback it is left out.
   */
  get objects(): ObjectModel | null {
    const [first, ...fallbacks] = this.#withFallbacks(this.catalogue.default).filter(isLanguageModel);
    if (first === undefined || first !== this.catalogue.default) return null;
    const asked = (model: ConfiguredLanguageModel): AskedModel<ObjectModel> => {
      const port = createObjectModel(model.model, { ...model, timers: this.#timers });
      return this.#asked(model, new ObservedObjectModel(port, this.#observer(model, null)));
    };
    const log = new TryLog(this.#logger, null);
    const options = { timers: this.#timers, random: this.#random, log };
    return new SteadyObjectModel([asked(first), ...fallbacks.map(asked)], options);
  }

  /**
   * The models of one turn: the preferred ones by kind of call, with their fallbacks, else the default one. A preference for an
   * unknown model, or for invalid sampling, is ignored and logged.
   */
  forTurn({ conversationId, preferences }: ModelTurn): ModelPort {
    const turn = this.#turn(conversationId);
    const preferred = new Map<CallKind, ModelPort>();
    for (const { interactionName, llmName, paramsJson } of preferences) {
      const kind = callKinds.find((one) => one === interactionName);
      const model = this.catalogue.all.find(({ name }) => name === llmName);
      const sampling = samplingSchema.partial().safeParse(JSON.parse(paramsJson));
      if (kind === undefined || model === undefined || !sampling.success) {
        const unknown = kind === undefined ? 'interaction' : model === undefined ? 'model' : 'params';
        this.#logger.warn('a preferred model is left out', { conversation_id: conversationId, unknown });
        continue;
      }
      preferred.set(kind, this.#steady(model, sampling.data, turn));
    }
    return new TurnPort(this.#steady(this.catalogue.default, {}, turn), preferred, turn.budget);
  }

  #turn(conversationId: string | null): TurnInCalls {
    return { conversationId, budget: new TryBudget(this.#timers.now(), retryBudgetMs) };
  }

  #steady(model: ConfiguredModel, sampling: Sampling, { conversationId, budget }: TurnInCalls): ModelPort {
    const portOf = (one: ConfiguredModel, place: number, all: readonly ConfiguredModel[]): AskedModel => {
      const hasFallback = place < all.length - 1;
      const port = isLanguageModel(one)
        ? this.#portOf(one, one === model ? sampling : {}, hasFallback)
        : this.#rulesOf(one);
      return this.#asked(one, new ObservedPort(port, this.#observer(one, conversationId)));
    };
    const [first, ...fallbacks] = this.#withFallbacks(model).map(portOf) as [AskedModel, ...AskedModel[]];
    if (!isLanguageModel(model)) return first.port;
    const log = new TryLog(this.#logger, conversationId);
    const options = { timers: this.#timers, random: this.#random, budget, log };
    return new SteadyPort([first, ...fallbacks], options);
  }

  #withFallbacks(model: ConfiguredModel): readonly ConfiguredModel[] {
    return [model, ...this.catalogue.fallbacksOf(model)];
  }

  #asked<Port>({ name }: ConfiguredModel, port: Port): AskedModel<Port> {
    return { name, port, circuit: this.#circuits.get(name) ?? new Circuit() };
  }

  #observer(model: ConfiguredModel, conversationId: string | null): ModelObserver {
    return new ModelObserver(model, { metrics: this.#metrics, servers: this.servers }, conversationId);
  }

  #rulesOf({ pieceDelayMs }: ConfiguredModel): ModelPort {
    return new RulesPort({ pieceDelayMs, timers: this.#timers });
  }

  #portOf(model: ConfiguredLanguageModel, sampling: Sampling, hasFallback: boolean): ModelPort {
    return createModelPort(model.model, {
      ...model,
      hasFallback,
      sampling: sampledAs(model.sampling, sampling),
      capabilities: this.#capabilitiesOf(model, sampling),
      timers: this.#timers,
    });
  }

  /**
   * What is learnt with the configured sampling applies to all. A version set may prefer what an API refuses, such as a
   * temperature out of range: that is learnt only for this preference.
   */
  #capabilitiesOf({ name, capabilities }: ConfiguredModel, preferred: Sampling): ModelCapabilities {
    if (Object.keys(preferred).length === 0) return capabilities;
    const key = JSON.stringify([name, Object.entries(preferred).toSorted()]);
    const known = this.#preferred.get(key);
    if (known !== undefined) return known;
    const { form, leftOut } = capabilities.manner;
    const learnt = { structured_output: form, refused_sampling: [...leftOut] };
    const own = new ModelCapabilities(learnt, capabilities);
    this.#preferred.set(key, own);
    return own;
  }
}

interface ConfiguredLanguageModel extends ConfiguredModel {
  readonly model: LanguageModelV4;
}

function isLanguageModel(one: ConfiguredModel): one is ConfiguredLanguageModel {
  return one.model !== offlineModel;
}
