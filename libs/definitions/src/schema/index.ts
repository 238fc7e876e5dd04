export { answerOf, answerShape } from './answer-of.js';
export { builtInToolNames } from './built-in-tools.js';
export { anyObject, listOf, mapOf, objectOfAtMost, type MapBounds } from './collections.js';
export { orNull, patchOf, updateOf, type PatchShape, type UpdateShape } from './presence.js';
export { descriptionText, nameText, patterned, text, visibleText, type TextBounds } from './text.js';
