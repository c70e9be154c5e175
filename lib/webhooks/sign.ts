import { createHmac } from 'node:crypto';

export interface Signable {
  /** The exact bytes posted (text stands for its UTF-8). */
  readonly body: string | Uint8Array;
  /** Stable over retries and replays. */
  readonly deliveryId: string;
  /** Of the attempt. */
  readonly timestamp: Date;
  readonly secret: string;
  /** Those before rotations that still sign, the last one first. */
  readonly previousSecrets?: readonly string[];
}

/**
 * The headers a receiver verifies a delivery by: `X-Service-Signature` over the raw body alone, keyed with the secret's
 * text, and the three of Standard Webhooks (https://www.standardwebhooks.com), which also cover id and time of sending.
 */
export function signatureHeaders({
  body,
  deliveryId,
  timestamp,
  secret,
  previousSecrets = [],
}: Signable): Record<string, string> {
  const seconds = String(Math.floor(timestamp.getTime() / 1000));
  const [previous] = previousSecrets;
  const signatures = [secret, ...previousSecrets].map(
    (each) => `v1,${hmac(standardKey(each)).update(`${deliveryId}.${seconds}.`).update(body).digest('base64')}`,
  );
  return {
    'X-Service-Signature': bodySignature(secret, body),
    ...(previous !== undefined && { 'X-Service-Signature-Previous': bodySignature(previous, body) }),
    'webhook-id': deliveryId,
    'webhook-timestamp': seconds,
    'webhook-signature': signatures.join(' '),
  };
}

/** A signing secret in the form of Standard Webhooks: `whsec_` and the base64 of 32 bytes. */
export const newSecret = (randomBytes: (size: number) => Buffer): string =>
  `whsec_${randomBytes(32).toString('base64')}`;

const hmac = (key: string | Buffer) => createHmac('sha256', key);

const bodySignature = (secret: string, body: string | Uint8Array): string =>
  `sha256=${hmac(secret).update(body).digest('hex')}`;

/** Padded base64 as the reference libraries decode it; Node alone would skip over what is not base64. */
const WHSEC = /^whsec_(?=.)((?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?)$/;

/** The key of Standard Webhooks: decoded where the secret is `whsec_<base64>`, else the text itself. */
function standardKey(secret: string): string | Buffer {
  const encoded = WHSEC.exec(secret)?.[1];
  return encoded === undefined ? secret : Buffer.from(encoded, 'base64');
}
