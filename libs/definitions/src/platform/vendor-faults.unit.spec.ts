import { noVendorNames, vendorFaults, vendorOf, type Speech, type VendorNames } from './index.js';

const names: VendorNames = {
  speech: { vendor_a: ['sono'], vendor_b: [] },
  realtime: 'sono_realtime',
};
const silent: Speech = { tts_provider: null, language_providers: null, session_provider: null };
const faultsOf = (voice: Speech | null, known = names) =>
  vendorFaults(voice, known, ['body', 'voice_config']).map(({ loc }) => loc.slice(2).join('.'));

describe('the vendors of a voice', () => {
  it.each<[string, Partial<Speech>]>([
    ['by the names of the API', { tts_provider: 'vendor_b', session_provider: 'svc' }],
    ['by the names of the installation', { tts_provider: 'sono', session_provider: 'sono_realtime' }],
    ['by language', { language_providers: { eng: { provider: 'sono' }, deu: { provider: 'vendor_a' } } }],
  ])('are known %s', (_how, voice) => {
    expect(faultsOf({ ...silent, ...voice })).toEqual([]);
  });

  it('are refused where the installation knows none of that name', () => {
    const voice = {
      tts_provider: 'sono',
      language_providers: { eng: { provider: 'vendor_c' } },
      session_provider: 'sono_realtime',
    };
    expect(faultsOf(voice, noVendorNames)).toEqual([
      'tts_provider',
      'language_providers.eng.provider',
      'session_provider',
    ]);
    expect(faultsOf(null, noVendorNames)).toEqual([]);
  });

  it('have one name inside', () => {
    expect(['vendor_a', 'sono', 'vendor_c'].map((name) => vendorOf(name, names))).toEqual([
      'vendor_a',
      'vendor_a',
      null,
    ]);
  });
});
