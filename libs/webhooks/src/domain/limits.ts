/** Bounds of the interface, and times of its rules in ms. */
export const limits = {
  destinationsOfTenant: 10,
  /** As those that browsers take (RFC 9110, section 4.1, asks for 8,000 octets at least, of everybody on the way). */
  urlCharacters: 2_083,
  minRetryAttempts: 1,
  maxRetryAttempts: 5,
  /** From one rotation of a destination's secret to the next. */
  betweenRotationsMs: 3_600_000,
  /** How long the former secret signs too. */
  dualSigningMs: 1_800_000,
  /** How long deliveries are kept, and how far back a destination can be rewound. */
  historyMs: 30 * 86_400_000,
} as const;
