/** For injection: `VendorNames`, what the installation calls vendors of speech. */
export const VENDOR_NAMES = Symbol('vendor names');
