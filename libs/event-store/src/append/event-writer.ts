import type { StoredBlob } from '@svc/blobs';
import { SubjectErasedError } from '@svc/errors';
import type { DomainEvent, IdGenerator } from '@svc/kernel';
import type { IdentifiedEvent } from './event-chain.js';
import type { AppendRequest } from './append-request.js';
import type { SqlFragment } from '../tables/sql-fragment.js';
import { hasPersonalValues, sealPersonalValues } from '../events/personal-value.js';
import { cutEvent, type CutEvent } from '../sealing/cut-event.js';
import { sealEvent, type Sealer } from '../sealing/sealed-payload.js';
import type { Vault } from '../sealing/vault.js';
import { columnSealer } from '../tables/column-seal.js';
import type { EventTypes } from '../events/event-types.js';

/** The events to write, and their subject. */
export type Draft = Pick<
  AppendRequest<DomainEvent>,
  'tenantId' | 'streamId' | 'subject' | 'key' | 'events' | 'snapshot'
> & { readonly alongside: readonly SqlFragment[] };

/** The same, ready for the statement. */
export interface WrittenEvents {
  readonly events: readonly IdentifiedEvent[];
  readonly alongside: readonly SqlFragment[];
  /** Whether it holds personal data, which is refused for an erased subject. */
  readonly isPersonal: boolean;
  /** Undefined without a subject, for an erased subject, and where nothing needs the key. */
  readonly sealer: Sealer | undefined;
}

/** From events to what is stored: messages, limits, keys, seals. */
export class EventWriter {
  readonly #types: EventTypes<DomainEvent>['byName'];
  readonly #vault: Vault;
  readonly #ids: Pick<IdGenerator, 'eventId'>;

  constructor(types: EventTypes<DomainEvent>, vault: Vault, ids: Pick<IdGenerator, 'eventId'>) {
    this.#types = types.byName;
    this.#vault = vault;
    this.#ids = ids;
  }

  /**
   * @throws PayloadTooLargeError, UnstorableTextError, UnknownEventError; SubjectErasedError for personal data of an
   * erased subject; TypeError for personal data without a subject; DomainError `service_unavailable`
   */
  async write(draft: Draft): Promise<WrittenEvents> {
    const cut = draft.events.map((event) => this.#cut(event, draft.subject));
    const isPersonal =
      cut.some(({ personal }) => personal !== undefined) ||
      draft.alongside.some(({ values }) => hasPersonalValues(values));
    const sealer = isPersonal || draft.snapshot ? await this.#sealerFor(draft, isPersonal) : undefined;
    return { ...this.#seal(draft, cut, sealer), isPersonal, sealer };
  }

  #cut(event: DomainEvent, subject: string | null): CutEvent {
    // Judged by type and not by content, so a missing subject fails with the first event.
    if (subject === null && this.#types.get(event.type)?.personalFields?.length)
      throw new TypeError(`${event.type} has personal fields, and its stream has no subject.`);
    return cutEvent(event, this.#types);
  }

  /** Undefined when the subject is erased. */
  async #sealerFor({ subject, key }: Draft, isPersonal: boolean): Promise<Sealer | undefined> {
    if (subject === null) {
      if (isPersonal)
        throw new TypeError('Something personal was to be written to a stream without a subject.');
      return undefined;
    }
    const known = key ?? (await this.#vault.keys.get(subject));
    if (known !== 'erased') return { subject, key: known, random: this.#vault.random };
    if (isPersonal) throw new SubjectErasedError(subject);
    return undefined;
  }

  #seal(
    { tenantId, streamId, alongside }: Draft,
    cut: readonly CutEvent[],
    sealer: Sealer | undefined,
  ): Pick<WrittenEvents, 'events' | 'alongside'> {
    const beside: SqlFragment[] = [];
    const events = cut.map((event) => {
      const eventId = this.#ids.eventId();
      const { serialized, large } = sealEvent(event, { tenantId, streamId, eventId }, sealer);
      if (large) beside.push(this.#putLarge(large));
      return { ...serialized, eventId };
    });
    if (!sealer) return { events, alongside };
    const seal = columnSealer({ tenantId, ...sealer });
    const rows = alongside.map((fragment) => ({
      ...fragment,
      values: sealPersonalValues(fragment.values, seal),
    }));
    return { events, alongside: [...rows, ...beside] };
  }

  #putLarge(large: StoredBlob): SqlFragment {
    const { blobs } = this.#vault;
    if (!blobs) throw new TypeError('A log with events of large personal parts needs blobs.');
    return blobs.putFragment(large);
  }
}
