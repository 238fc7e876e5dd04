/** Where random attempts begin: the same in each run of CI; long runs take others, by `SVC_ESCALATION_SEED`. */
export const seed = Number(process.env['SVC_ESCALATION_SEED'] ?? 153_565_044);
