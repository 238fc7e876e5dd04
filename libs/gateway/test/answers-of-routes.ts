/** For tests of other packages that compare responses with declared routes. */
export { faultsOfAnswer, faultsOfLine } from './declared-answer.js';
export { findRoute } from './find-route.js';
