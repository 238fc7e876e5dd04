/**
 * How many tokens a text takes, near enough and rather too many: tokenizers differ, and a model's own may not be known. By
 * script, in tokens a UTF-16 code unit. Of a sentence each in thirteen languages and forms it gave 0.85 (Finnish) to 1.7 of
 * what the tokenizer cl100k makes of it, and 1.0 to 3.4 of what o200k does, which knows more scripts.
 */
export function estimatedTokens(text: string): number {
  let tokens = 0;
  for (let place = 0; place < text.length; place += 1) tokens += weights[text.charCodeAt(place)] as number;
  return Math.ceil(tokens);
}

/** No text of so many UTF-16 code units is estimated at more, so that it need not be gone through where that fits. */
export function maxTokens(codeUnits: number): number {
  return 2 * codeUnits;
}

function weightOf(unit: number): number {
  if (unit < 0x80) return isWordLike(unit) ? 0.3 : 0.7;
  // Latin with accents, Greek, Cyrillic, Hebrew, Arabic: a letter or two each.
  if (unit < 0x0700) return 0.8;
  // Halves of emoji and rare characters.
  if (unit >= 0xd800 && unit <= 0xdfff) return 1.5;
  return 1.2;
}

/** Letters and the blank before a word, which tokens run through. */
function isWordLike(unit: number): boolean {
  return unit === 0x20 || (unit >= 0x61 && unit <= 0x7a) || (unit >= 0x41 && unit <= 0x5a);
}

/** Of each code unit. Looked up: prompts are gone through unit by unit. */
const weights = Float64Array.from({ length: 0x10000 }, (_, unit) => weightOf(unit));
