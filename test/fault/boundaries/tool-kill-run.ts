import type { SeededRandom } from '@svc/testing';
import { turnInWords, type HeldTurn } from '../../support/held-turn.js';
import { compareWithRecord, interactionsIn } from '../../support/kept-interactions.js';
import { signInAsDemoUser } from '../../support/sessions.js';
import { signUpSpeakers, type Speaker } from '../../support/speaker.js';
import type { Walk } from './boundaries.js';
import { GatedProduct } from './gated-product.js';
import { makeServices, scenes, wish, type Scene } from './scenes.js';
import { compareWithList, placeOf, wrongEffects, type Standing } from './standing.js';
import { isOpen } from './tool-log.js';

/** A user has one conversation in the service of a scene. */
const mostBoundaries = 16;

/** A turn that goes as far as it may. */
interface SetOff {
  readonly id: string;
  readonly walk: Walk;
  readonly turn: Promise<HeldTurn>;
}

/** The product is killed while a conversation stands at each boundary of each scene. */
export class ToolKillRun {
  /** In each scene, in order. */
  readonly #boundaries = new Map<Scene, readonly string[]>();
  #stood = 0;
  #open = 0;
  #services: ReadonlyMap<string, string> = new Map();
  #speakers: readonly Speaker[] = [];
  #wishes = 0;

  private constructor(
    private readonly product: GatedProduct,
    private readonly random: SeededRandom,
  ) {}

  static async start(folder: string, random: SeededRandom): Promise<ToolKillRun> {
    const product = await GatedProduct.start(folder);
    const run = new ToolKillRun(product, random);
    const credentials = product.standalone.credentials();
    const administrator = await signInAsDemoUser(product.standalone.baseUrl, credentials);
    run.#services = await makeServices(administrator, product.toolUrl);
    run.#speakers = await signUpSpeakers(administrator, credentials, mostBoundaries);
    return run;
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
    for (const scene of scenes) {
      const speaker = await this.#beginIn(scene, 0);
      const { walk } = this.#setOff(scene, speaker, Infinity);
      await walk.crosses(scene.last);
      this.#boundaries.set(scene, [...walk.crossed]);
      faults.push(...(await this.#endOf(speaker)));
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
        const wrong = (await this.#endOf(one.speaker)).map((fault) => `${placeOf(one)}: ${fault}`);
        return [...wrong, ...wrongEffects(one, this.#effectsIn(one.id))];
      }),
    );
    return [...faults, ...ended.flat(), ...(await this.#audit())];
  }

  stop(): Promise<void> {
    return this.product.stop();
  }

  async #bringTo(scene: Scene, stopsAt: number): Promise<Standing> {
    const speaker = await this.#beginIn(scene, stopsAt);
    const { walk, id, turn } = this.#setOff(scene, speaker, stopsAt);
    const ends = turn.then((ended) => {
      // One that is left by its user goes on.
      if (!scene.userLeaves) throw new Error(`It ended before boundary ${stopsAt}: ${turnInWords(ended)}`);
      return walk.stands();
    });
    const boundary = await Promise.race([walk.stands(), ends]);
    ends.catch(() => undefined); // killed
    const isDone = this.#effectsIn(id) > 0;
    const isSettledFirst = this.random.below(2) === 0;
    return { scene, speaker, id, boundary, crossed: walk.crossed, isDone, isSettledFirst };
  }

  async #beginIn(scene: Scene, number: number): Promise<Speaker> {
    const speaker = this.#speakers[number]?.inService(this.#services.get(scene.name) ?? '');
    if (!speaker) throw new Error('There are more boundaries than users.');
    const begun = await speaker.begin();
    if (begun.outcome !== 'complete') throw new Error(turnInWords(begun));
    return speaker;
  }

  /** The user wishes for an appointment, and stays or leaves. */
  #setOff(scene: Scene, speaker: Speaker, stopsAt: number): SetOff {
    const id = speaker.conversations.at(-1)?.id ?? '';
    const leaves = new AbortController();
    const walk = this.product.boundaries.walk(id, stopsAt, async (boundary) => {
      if (!scene.userLeaves || boundary !== 'before the call') return;
      leaves.abort();
      await walk.crosses(/^after .*InteractionVoided/);
    });
    const turn = speaker.say(this.#nextWish(), { signal: leaves.signal });
    return { id, walk, turn };
  }

  /** @returns who can't */
  async #goOn(standing: readonly Standing[] = []): Promise<readonly string[]> {
    const turns = await Promise.all(
      standing.map(async (one) => ({ one, turn: await one.speaker.say(this.#nextWish()) })),
    );
    return turns
      .filter(({ turn }) => turn.outcome !== 'complete')
      .map(({ one, turn }) => `${placeOf(one)}: stuck: ${turnInWords(turn)}`);
  }

  #nextWish(): string {
    return wish((this.#wishes += 1));
  }

  /** One more turn, then the end. @returns what is wrong */
  async #endOf(speaker: Speaker): Promise<readonly string[]> {
    const held = speaker.conversations.at(-1);
    if (!held) return ['it was never begun'];
    const turn = await speaker.say(this.#nextWish());
    const kept = interactionsIn((await speaker.messagesOf(held)) ?? []);
    await speaker.client.finish(held.id);
    return [
      ...(turn.outcome === 'complete' ? [] : [`stuck: ${turnInWords(turn)}`]),
      ...compareWithRecord(held, kept),
    ];
  }

  #effectsIn(conversationId: string): number {
    return this.product.effects().filter(({ key }) => key?.startsWith(`${conversationId}/`)).length;
  }

  /** The tool server's file against the log. */
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
