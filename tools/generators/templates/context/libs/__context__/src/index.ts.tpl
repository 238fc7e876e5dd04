export { {{context}}Context } from './{{context}}-context.js';
export { {{Context}}Module } from './{{context}}.module.js';
