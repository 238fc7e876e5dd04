/** Words of a piece: a breath. */
const wordsPerPiece = 5;

/** A text in the pieces in which it is streamed; joined they give the text again. */
export function piecesOf(text: string): readonly string[] {
  const words = text.match(/\S+\s*|^\s+/g) ?? [];
  const pieces: string[] = [];
  for (let place = 0; place < words.length; place += wordsPerPiece) {
    pieces.push(words.slice(place, place + wordsPerPiece).join(''));
  }
  return pieces;
}
