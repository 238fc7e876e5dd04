/** Longest repeated unit that is detected, in UTF-16 code units: two long sentences. */
const maxUnit = 300;

/** Length that makes a repetition: rows of dashes and laughter are shorter. */
const fewestCharacters = 240;
const fewestTimes = 8;
/** Whole sentences need fewer repetitions than syllables. */
const sentenceCharacters = 40;
const fewestTimesOfSentence = 4;

const seenCharacters = maxUnit * fewestTimesOfSentence;

/** Characters between two checks: a check costs some thousand steps. */
const lookEvery = 60;

/** Detects a model that repeats itself, at the same character for any split into pieces. */
export class RepetitionWatch {
  #seen = '';
  #untilLook = lookEvery;
  #hasRepeated = false;

  get hasRepeated(): boolean {
    return this.#hasRepeated;
  }

  /** The allowed part of `text`: all of it, or up to the detected repetition. */
  push(text: string): string {
    let end = 0;
    while (!this.#hasRepeated && end < text.length) {
      const step = text.slice(end, end + this.#untilLook);
      end += step.length;
      this.#seen = (this.#seen + step).slice(-seenCharacters);
      this.#untilLook -= step.length;
      if (this.#untilLook > 0) break;
      this.#untilLook = lookEvery;
      this.#hasRepeated = endsInRepetition(this.#seen);
    }
    return text.slice(0, end);
  }
}

/** Scans from the end, by the lengths of borders (Knuth, Morris and Pratt): this gives each suffix its smallest period. */
function endsInRepetition(text: string): boolean {
  const at = (place: number) => text.charCodeAt(text.length - 1 - place);
  const borders = new Uint32Array(text.length);
  let border = 0;
  for (let place = 1; place < text.length; place += 1) {
    while (border > 0 && at(place) !== at(border)) border = borders[border - 1] ?? 0;
    if (at(place) === at(border)) border += 1;
    borders[place] = border;
    const length = place + 1;
    const unit = length - border;
    const times = unit < sentenceCharacters ? fewestTimes : fewestTimesOfSentence;
    if (unit <= maxUnit && length >= Math.max(fewestCharacters, times * unit)) return true;
  }
  return false;
}
