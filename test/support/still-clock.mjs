// Loaded before a program (NODE_OPTIONS=--import=…): the clock of its process stops, so that nothing in its caches
// expires and only events remove entries.
const startedAtMs = Date.now();
Date.now = () => startedAtMs;
