/** The only source of identifiers. Injected everywhere, so that tests own it. */
export interface IdGenerator {
  /** 24 lower-case hex digits: the form of Classic resource ids (contract-classic.md, `oid`). */
  objectId(): string;
  /** A random UUID (version 4): the form of Platform resource ids and of `api_key_id`. */
  uuid(): string;
  /** A time-ordered UUID (version 7): the form of event ids. */
  eventId(): string;
}
