import { offsetParameters } from '../offset-page.js';

/** Turns of a page; each is taken from the whole log of the conversation. */
export const TurnPage = offsetParameters(100, 20);
