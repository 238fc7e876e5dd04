export type { {{Context}}Module, {{Context}}ModuleOptions } from './{{context}}.module.js';
export { create{{Context}}Module } from './{{context}}.module.js';
export { {{context}}Migrations } from './{{context}}-migrations.js';
