/** Bounds of tags, at the edge and inside. Characters are code points. */
export const tagBounds = {
  /** Tags of one object. */
  items: 20,
  /** Letters of every script. Bounded, since tags are in an index, which has a maximum key size. */
  text: /^[\p{L}\p{M}\p{N}_\s]{1,256}$/u,
  textRule: 'must hold 1 to 256 letters, digits, blanks and underscores',
  /** Value of a conversation's tag, which may be any text. */
  valueCharacters: 100,
} as const;
