export { ManualTimers } from '@svc/engine/manual-timers';
