import { setTimeout as delay } from 'node:timers/promises';
import type { SeededRandom } from '@svc/testing';
import { GatedProduct } from './gated-product.js';
import { waits, wish, type Scene } from './scenes.js';
import { compareWithList, placeOf, wrongEffects, type Standing } from './standing.js';
import { isOpen } from './tool-log.js';
import type { Visitor } from './visitor.js';
import type { Walk } from './boundaries.js';

/** Conversations that want a turn are looked for every 5 s. */
const ownTurnWithinMs = 20_000;

/** A turn that goes as far as it may. */
interface SetOff {
  readonly walk: Walk;
  readonly turn: Promise<string | null>;
}

/** Somebody who has begun a conversation, and when they want to come. */
type Patient = Pick<Standing, 'visitor' | 'day'>;

/** The product is killed while a conversation stands at each boundary of each scene. */
export class ToolKillRun {
  /** In each scene, in order. */
  readonly #boundaries = new Map<Scene, readonly string[]>();
  #stood = 0;
  #open = 0;
  #wishes = 0;
  #patients = 0;

  private constructor(
    private readonly product: GatedProduct,
    private readonly scenes: readonly Scene[],
    private readonly random: SeededRandom,
  ) {}

  /** @param makeScenes in the product that has just started */
  static async start(
    folder: string,
    random: SeededRandom,
    makeScenes: (product: GatedProduct) => Promise<readonly Scene[]>,
  ): Promise<ToolKillRun> {
    const product = await GatedProduct.start(folder);
    try {
      return new ToolKillRun(product, await makeScenes(product), random);
    } catch (error) {
      await product.stop();
      throw error;
    }
  }

  get summary(): string {
    const points = [...this.#boundaries].map(([{ name }, all]) => `${name} ${all.length}`).join(', ');
    return (
      `${this.product.kills} kills while ${this.#stood} conversations stood at a boundary (${points}); ` +
      `${this.#open} calls had no outcome and were settled; ${this.product.effects().length} effects`
    );
  }

  /** Each scene once, undisturbed: that is how its boundaries are counted. @returns what is wrong */
  async walkUndisturbed(): Promise<readonly string[]> {
    const faults: string[] = [];
    for (const scene of this.scenes) {
      const patient = await this.#beginIn(scene, 0);
      const { walk } = this.#setOff(scene, patient, Infinity);
      await walk.crosses(scene.last, scene.times);
      this.#boundaries.set(scene, [...walk.crossed]);
      faults.push(...(await this.#endOf(patient)).map((fault) => `${scene.name}: ${fault}`));
    }
    return [...faults, ...(await this.#audit())];
  }

  /** A conversation comes to stand at each boundary; then the product is killed, and all of them go on. @returns what is wrong */
  async killAtEach(): Promise<readonly string[]> {
    const places = [...this.#boundaries].flatMap(([scene, all]) =>
      all.map((_, stopsAt) => ({ scene, stopsAt })),
    );
    const standing = await Promise.all(places.map(({ scene, stopsAt }) => this.#bringTo(scene, stopsAt)));
    this.#stood += standing.length;
    await this.product.killAndRestart();

    const listed = await this.product.listedCalls();
    const faults = [...compareWithList(standing, await this.product.loggedCalls(), listed)];
    this.#open += listed.length;
    const [first, later] = [true, false].map((isFirst) =>
      standing.filter(({ isSettledFirst }) => isSettledFirst === isFirst),
    );
    faults.push(...(await this.#goOn(later)));
    for (const call of listed) await this.product.settle(call);
    faults.push(...(await this.#goOn(first)), ...(await this.#goOn(later)));
    for (const { callId } of await this.product.listedCalls())
      faults.push(`${callId} was settled, and is open`);

    const ended = await Promise.all(
      standing.map(async (one) => {
        await this.#untilRight(one);
        const wrong = (await this.#endOf(one)).map((fault) => `${placeOf(one)}: ${fault}`);
        return [...wrong, ...wrongEffects(one, this.#effectsIn(one.visitor))];
      }),
    );
    return [...faults, ...ended.flat(), ...(await this.#audit())];
  }

  stop(): Promise<void> {
    return this.product.stop();
  }

  async #bringTo(scene: Scene, stopsAt: number): Promise<Standing> {
    const patient = await this.#beginIn(scene, stopsAt);
    const { walk, turn } = this.#setOff(scene, patient, stopsAt);
    const ends = turn.then((failure) => {
      if (!scene.callGoesOut && !scene.isApproved)
        throw new Error(`${scene.name} ended before boundary ${stopsAt}: ${failure}`);
      return walk.stands();
    });
    const boundary = await Promise.race([walk.stands(), ends]);
    ends.catch(() => undefined); // killed
    const isDone = this.#effectsIn(patient.visitor) > 0;
    const isSettledFirst = this.random.below(2) === 0;
    return { scene, ...patient, boundary, crossed: walk.crossed, isDone, isSettledFirst };
  }

  async #beginIn(scene: Scene, number: number): Promise<Patient> {
    const visitor = scene.visitor(number);
    const date = new Date(Date.UTC(2027, 0, (this.#patients += 1)));
    await visitor.begin();
    return { visitor, day: date.toISOString().slice(0, 10) };
  }

  /** The user wishes for an appointment, and stays or leaves. */
  #setOff({ callGoesOut, isLeft, isApproved }: Scene, { visitor, day }: Patient, stopsAt: number): SetOff {
    const leaves = new AbortController();
    const walk = this.product.boundaries.walk(visitor.id, stopsAt, async (boundary) => {
      if (isApproved && waits.test(boundary)) visitor.approve().catch(() => undefined); // killed
      if (!callGoesOut || boundary !== 'before the call') return;
      if (isLeft) leaves.abort();
      await walk.crosses(callGoesOut);
    });
    return { walk, turn: visitor.say(this.#nextWish(day), leaves.signal) };
  }

  /** @returns who can't */
  async #goOn(standing: readonly Standing[] = []): Promise<readonly string[]> {
    const turns = await Promise.all(
      standing.map(async (one) => {
        const failure = await one.visitor.say(this.#nextWish(one.day));
        if (one.scene.isApproved) await one.visitor.approve();
        return { one, failure };
      }),
    );
    return turns
      .filter(({ failure }) => failure !== null)
      .map(({ one, failure }) => `${placeOf(one)}: stuck: ${failure}`);
  }

  #nextWish(day: string): string {
    return wish(day, (this.#wishes += 1));
  }

  /** One more turn, then the end. @returns what is wrong */
  async #endOf({ visitor, day }: Patient): Promise<readonly string[]> {
    const failure = await visitor.say(this.#nextWish(day));
    const differences = await visitor.differences();
    await visitor.finish();
    return [...(failure === null ? [] : [`stuck: ${failure}`]), ...differences];
  }

  /** What was approved is done by a turn that nobody asks for. */
  async #untilRight(one: Standing): Promise<void> {
    const endsAtMs = performance.now() + ownTurnWithinMs;
    const isWrong = () => wrongEffects(one, this.#effectsIn(one.visitor)).length > 0;
    while (isWrong() && performance.now() < endsAtMs) await delay(100);
  }

  #effectsIn({ id }: Visitor): number {
    return this.product.effects().filter(({ key }) => key?.startsWith(`${id}/`)).length;
  }

  /** The files of the tool servers against the log. */
  async #audit(): Promise<readonly string[]> {
    const calls = new Map((await this.product.loggedCalls()).map((call) => [call.effectKey, call]));
    return this.product.effects().flatMap(({ key, isRepeat }) => {
      const call = calls.get(key ?? '');
      return [
        ...(isRepeat ? [`${key} came twice`] : []),
        ...(call === undefined ? [`${key} has no intent in the log`] : []),
        ...(call !== undefined && isOpen(call) ? [`${key} has no outcome in the log`] : []),
      ];
    });
  }
}
