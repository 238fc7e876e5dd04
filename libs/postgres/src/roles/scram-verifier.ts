import { createHash, createHmac, pbkdf2Sync } from 'node:crypto';

/** As PostgreSQL's own `scram_iterations`. */
const iterations = 4_096;

/**
 * PostgreSQL's stored form of a password (SCRAM-SHA-256, RFC 5803): setting it by this form keeps the password out of
 * logs.
 * @param password ASCII, which SASLprep leaves as it is
 * @param salt 16 random bytes
 */
export function scramVerifier(password: string, salt: Buffer): string {
  const salted = pbkdf2Sync(password, salt, iterations, 32, 'sha256');
  const mac = (text: string): Buffer => createHmac('sha256', salted).update(text).digest();
  const storedKey = createHash('sha256').update(mac('Client Key')).digest();
  const parts = [storedKey, mac('Server Key')].map((key) => key.toString('base64'));
  return `SCRAM-SHA-256$${iterations}:${salt.toString('base64')}$${parts.join(':')}`;
}
