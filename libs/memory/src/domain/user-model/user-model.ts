import type { Dimension } from './dimension.js';

/** Something said of a person, once or in several memories that agree. */
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

/** A statement that no longer holds because another one was made of the same thing. */
export interface SupersededStatement extends Statement {
  /** When the other one was made: milliseconds since the Unix epoch. */
  readonly supersededAtMs: number;
}

/** What is known of one thing about a person. */
export interface UserModelEntry extends Statement {
  /** What it is about; unique within a user model. Personal, as it may hold the person's words. */
  readonly key: string;
  /** May be none. */
  readonly dimensions: readonly Dimension[];
  /** What held before, oldest first. */
  readonly history: readonly SupersededStatement[];
}

/** What is known of a person from one conversation (L2, which no route shows) or from all of them (L3). */
export interface UserModel {
  /** In the order in which their things were first spoken of. */
  readonly entries: readonly UserModelEntry[];
}

/** The user model of one conversation (L2). */
export interface Episode extends UserModel {
  readonly conversationId: string;
}
