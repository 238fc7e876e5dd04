/** For tests of other packages that compare answers with what routes declare. */
export { faultsOfAnswer, faultsOfLine } from './declared-answer.js';
export { findRoute } from './find-route.js';
