import type { FieldError } from '@svc/errors';
import { ownSessionProvider, speechVendors } from './voice.js';

type Vendor = (typeof speechVendors)[number];

/** What an installation calls the vendors whose names the API leaves open. */
export interface VendorNames {
  /** Further names of each vendor of synthesized speech. */
  readonly speech: Readonly<Record<Vendor, readonly string[]>>;
  /** The provider of realtime sessions; null: there is none. */
  readonly realtime: string | null;
}

export const noVendorNames: VendorNames = { speech: { vendor_a: [], vendor_b: [] }, realtime: null };

/** The vendor of a name; null: the installation knows none of that name. */
export function vendorOf(name: string, { speech }: VendorNames): Vendor | null {
  return speechVendors.find((vendor) => vendor === name || speech[vendor].includes(name)) ?? null;
}

/** What of a body names a vendor. */
export interface Speech {
  readonly tts_provider: string | null;
  readonly language_providers: Readonly<Record<string, { readonly provider: string }>> | null;
  readonly session_provider: string | null;
}

/** The vendors of a voice that this installation does not know. @param loc where the voice stands */
export function vendorFaults(
  voice: Speech | null,
  names: VendorNames,
  loc: readonly (string | number)[],
): readonly FieldError[] {
  if (!voice) return [];
  const speakers: [loc: readonly string[], name: string | null][] = [
    [['tts_provider'], voice.tts_provider],
    ...Object.entries(voice.language_providers ?? {}).map(([language, { provider }]): [string[], string] => [
      ['language_providers', language, 'provider'],
      provider,
    ]),
  ];
  const known = speechVendors.flatMap((vendor) => [vendor, ...names.speech[vendor]]);
  const faults = speakers.flatMap(([place, name]) =>
    name === null || known.includes(name) ? [] : fault([...loc, ...place], known),
  );
  const sessions = [ownSessionProvider, ...(names.realtime === null ? [] : [names.realtime])];
  const { session_provider: session } = voice;
  if (session !== null && !sessions.includes(session))
    faults.push(fault([...loc, 'session_provider'], sessions));
  return faults;
}

function fault(loc: readonly (string | number)[], known: readonly string[]): FieldError {
  return { loc, msg: `must be one of ${known.join(', ')}`, type: 'enum' };
}
