// Loaded before a program (NODE_OPTIONS=--import=…): the clock of its process stands still, so that nothing which it keeps
// for some time expires, and what it lets go of it was told to.
const startedAtMs = Date.now();
Date.now = () => startedAtMs;
