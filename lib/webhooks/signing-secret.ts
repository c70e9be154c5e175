/** A new signing secret in the form of Standard Webhooks: `whsec_` and the base64 of 32 bytes. */
export const newSecret = (randomBytes: (size: number) => Buffer): string =>
  `whsec_${randomBytes(32).toString('base64')}`;
