/** Upper bounds of one database session, in milliseconds; 0 is none. They keep a lost or slow transaction from holding back the event horizon. */
export interface SessionLimits {
  readonly statementMs: number;
  readonly lockWaitMs: number;
  readonly idleInTransactionMs: number;
  /** Needs PostgreSQL 17; older servers are held by the other three. */
  readonly transactionMs: number;
}

export const defaultSessionLimits: SessionLimits = {
  statementMs: 20_000,
  lockWaitMs: 10_000,
  idleInTransactionMs: 10_000,
  transactionMs: 30_000,
};

/** For long work that blocks nobody. */
export const noSessionLimits: SessionLimits = {
  statementMs: 0,
  lockWaitMs: 0,
  idleInTransactionMs: 0,
  transactionMs: 0,
};
