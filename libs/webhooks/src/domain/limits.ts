/** Bounds of the API, and the times of its rules in ms. */
export const limits = {
  destinationsOfTenant: 10,
  /** As in browsers (RFC 9110, section 4.1, recommends support for at least 8,000 octets). */
  urlCharacters: 2_083,
  minRetryAttempts: 1,
  maxRetryAttempts: 5,
  /** Between rotations of a destination's secret. */
  betweenRotationsMs: 3_600_000,
  /** How long the former secret signs too. */
  dualSigningMs: 1_800_000,
  /** How long deliveries are kept, and how far back a destination can be rewound. */
  historyMs: 30 * 86_400_000,
} as const;
