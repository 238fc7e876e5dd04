const mark = ' [… left out …] ';

/**
 * A text cut to a size: a mark replaces its middle, since people say what they want at the beginning or at the end.
 * @param sizeOf size of a text; grows with its length
 */
export function shortened(text: string, most: number, sizeOf: (text: string) => number): string {
  let size = sizeOf(text);
  let kept = text.length;
  let cut = text;
  while (size > most && kept > 0) {
    kept = Math.max(0, Math.min(kept - 1, Math.floor((kept * most) / size) - mark.length));
    cut = withoutMiddle(text, kept);
    size = sizeOf(cut);
  }
  return cut;
}

/** Two thirds of what is kept are its beginning. Half surrogate pairs are dropped. */
function withoutMiddle(text: string, kept: number): string {
  const head = text.slice(0, Math.ceil((kept * 2) / 3)).replace(/[\ud800-\udbff]$/, '');
  const tail = text.slice(text.length - Math.floor(kept / 3)).replace(/^[\udc00-\udfff]/, '');
  return `${head}${mark}${kept < 3 ? '' : tail}`;
}
