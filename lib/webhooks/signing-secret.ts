export const WHSEC_PREFIX = 'whsec_';

/** A new signing secret in the form of Standard Webhooks: `whsec_` and the base64 of 32 bytes. */
export const newSecret = (randomBytes: (size: number) => Buffer): string =>
  `${WHSEC_PREFIX}${randomBytes(32).toString('base64')}`;

/** Padded base64, as the reference libraries decode it. Node alone would skip characters that are not base64. */
const WHSEC = /^whsec_(?=.)((?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?)$/;

/** The decoded bytes of `whsec_<base64>`; null for any other secret. */
export function decodedSecret(secret: string): Buffer | null {
  const encoded = WHSEC.exec(secret)?.[1];
  return encoded === undefined ? null : Buffer.from(encoded, 'base64');
}
