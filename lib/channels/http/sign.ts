import { createHmac } from 'node:crypto';
import { decodedSecret } from '../../webhooks/signing-secret.ts';

export interface Signable {
  /** The exact bytes of the request (text stands for its UTF-8). */
  readonly body: string | Uint8Array;
  /** The same for all attempts and replays. */
  readonly deliveryId: string;
  /** The time of the attempt. */
  readonly timestamp: Date;
  readonly secret: string;
  /** Secrets before rotations that still sign, the newest first. */
  readonly previousSecrets?: readonly string[];
}

/**
 * The headers by which a receiver verifies a delivery. `X-Service-Signature` covers the raw body alone and its key is
 * the text of the secret. The three headers of Standard Webhooks (https://www.standardwebhooks.com) also cover the id
 * of the delivery and the time of the attempt.
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

const hmac = (key: string | Buffer) => createHmac('sha256', key);

const bodySignature = (secret: string, body: string | Uint8Array): string =>
  `sha256=${hmac(secret).update(body).digest('hex')}`;

/** The key of Standard Webhooks: the decoded part of `whsec_<base64>`, or the text of any other secret. */
const standardKey = (secret: string): string | Buffer => decodedSecret(secret) ?? secret;
