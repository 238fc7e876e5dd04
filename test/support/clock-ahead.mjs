// Loaded before a program (NODE_OPTIONS=--import=…): the clock of its process is CLOCK_AHEAD_MS ahead of the machine's.
const now = Date.now;
const aheadMs = Number(process.env.CLOCK_AHEAD_MS);
Date.now = () => now() + aheadMs;
