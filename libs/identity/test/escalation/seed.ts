/** The seed of the random attempts: fixed in CI; long runs choose others by `SVC_ESCALATION_SEED`. */
export const seed = Number(process.env['SVC_ESCALATION_SEED'] ?? 153_565_044);
