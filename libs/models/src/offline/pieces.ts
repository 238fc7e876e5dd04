/** Words in a piece: a breath. */
const wordsPerPiece = 5;

/** Splits a text into pieces for streaming; joined they are the text. */
export function piecesOf(text: string): readonly string[] {
  const words = text.match(/\S+\s*|^\s+/g) ?? [];
  const pieces: string[] = [];
  for (let place = 0; place < words.length; place += wordsPerPiece) {
    pieces.push(words.slice(place, place + wordsPerPiece).join(''));
  }
  return pieces;
}
