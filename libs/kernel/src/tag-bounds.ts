/** What may stand in tags, at the edge and behind it. Characters are code points. */
export const tagBounds = {
  /** Of one object. */
  items: 20,
  /** Letters of every script, and a bound: tags stand in an index, which can't hold keys of any length. */
  text: /^[\p{L}\p{M}\p{N}_\s]{1,256}$/u,
  textRule: 'must hold 1 to 256 letters, digits, blanks and underscores',
  /** Of a conversation's tag, which may be any text. */
  valueCharacters: 100,
} as const;
