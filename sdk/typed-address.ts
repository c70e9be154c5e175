/** White space and invisible characters, as a text has them that was copied from a mail or a PDF file. */
const UNSEEN = /[\s\p{Cf}]+/gu;

/** An address or a hash as people paste it, in one piece: its characters may stand in groups and on several lines. */
export const typedAddress = (text: string): string => text.replace(UNSEEN, '');

/** What an address looks like, by the family of its chain. The service judges the address itself. */
const FORMS: readonly (readonly [family: string, form: RegExp])[] = [
  ['evm', /^0x[\da-f]{40}$/i],
  ['xrp', /^(r[1-9A-HJ-NP-Za-km-z]{24,34}|[XT][1-9A-HJ-NP-Za-km-z]{45,47})$/],
  ['solana', /^[1-9A-HJ-NP-Za-km-z]{32,44}$/],
];

/** The chain family of an address as people paste it; undefined for a text that looks like no address. */
export const familyOfTyped = (text: string): string | undefined =>
  FORMS.find(([, form]) => form.test(typedAddress(text)))?.[0];
