import type { Dimension } from './dimension.js';

/** A statement about a person, from one or more memories that agree. */
export interface Statement {
  readonly content: string;
  /** L1 memories that say so, oldest first. */
  readonly insightIds: readonly string[];
  /** When it was said first and last: milliseconds since the Unix epoch. */
  readonly firstSaidAtMs: number;
  readonly lastSaidAtMs: number;
  /** When the first of its memories was recorded: milliseconds since the Unix epoch. */
  readonly recordedAtMs: number;
}

/** A statement that a later one on the same topic has superseded. */
export interface SupersededStatement extends Statement {
  /** When the later one was made: milliseconds since the Unix epoch. */
  readonly supersededAtMs: number;
}

/** What is known of a person on one topic. */
export interface UserModelEntry extends Statement {
  /** Its topic; unique within a user model. Personal, as it may hold the person's words. */
  readonly key: string;
  /** May be none. */
  readonly dimensions: readonly Dimension[];
  /** What held before, oldest first. */
  readonly history: readonly SupersededStatement[];
}

/** What is known of a person from one conversation (L2, which no route shows) or from all of them (L3). */
export interface UserModel {
  /** In the order in which each topic was first mentioned. */
  readonly entries: readonly UserModelEntry[];
}

/** The user model of one conversation (L2). */
export interface Episode extends UserModel {
  readonly conversationId: string;
}
