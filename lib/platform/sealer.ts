import { createCipheriv, createDecipheriv, createHash, randomBytes } from 'node:crypto';
import * as z from 'zod';
import { env } from './env.ts';
import { loadedOnce, secretText } from './secret-text.ts';

/** The record that a sealed text belongs to. The text can only be opened for the same record. */
export interface SealContext {
  readonly organisationId: string;
  readonly recordId: string;
}

export interface Sealer {
  /** Encrypts a text for a table attribute. Each call returns another result. */
  seal(plaintext: string, context: SealContext): string;
  /** Decrypts. @throws Error when the text was changed, belongs to another record, or was sealed with another key. */
  open(sealed: string, context: SealContext): string;
}

const VERSION = 'v1';
const IV_BYTES = 12;
const TAG_BYTES = 16;

/**
 * Encrypts secrets of tenants at rest with AES-256-GCM and a random 96-bit IV, as
 * `v1.<base64url of IV, tag, ciphertext>`. The organisation and the record are additional authenticated data: a sealed
 * text that is copied to another item cannot be opened there.
 * @param key 32 bytes.
 */
export function sealer(key: Buffer): Sealer {
  return {
    seal(plaintext, context) {
      const iv = randomBytes(IV_BYTES);
      const cipher = createCipheriv('aes-256-gcm', key, iv, { authTagLength: TAG_BYTES }).setAAD(aad(context));
      const ciphertext = Buffer.concat([cipher.update(plaintext, 'utf8'), cipher.final()]);
      return `${VERSION}.${Buffer.concat([iv, cipher.getAuthTag(), ciphertext]).toString('base64url')}`;
    },
    open(sealed, context) {
      const [version, encoded, ...rest] = sealed.split('.');
      if (version !== VERSION || encoded === undefined || rest.length > 0) throw new Error('not a sealed secret');
      const bytes = Buffer.from(encoded, 'base64url');
      if (bytes.length < IV_BYTES + TAG_BYTES) throw new Error('not a sealed secret');
      const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, IV_BYTES), { authTagLength: TAG_BYTES })
        .setAAD(aad(context))
        .setAuthTag(bytes.subarray(IV_BYTES, IV_BYTES + TAG_BYTES));
      return Buffer.concat([decipher.update(bytes.subarray(IV_BYTES + TAG_BYTES)), decipher.final()]).toString('utf8');
    },
  };
}

/** JSON separates the parts, so that ('a', 'bc') and ('ab', 'c') differ. */
const aad = ({ organisationId, recordId }: SealContext): Buffer =>
  Buffer.from(JSON.stringify([VERSION, organisationId, recordId]));

/** A shorter text would make a key that can be guessed. Secrets Manager generates at least 32 characters. */
const KeyText = z.string().min(32, 'the data key secret must be text of at least 32 characters');

/**
 * The key for `sealer`: the SHA-256 of the data key secret's text. Each process reads the secret once.
 * @throws ZodError when the secret's text is too short, or any error of the SDK.
 */
export const dataKey = loadedOnce(async (): Promise<Buffer> => {
  const text = KeyText.parse(await secretText(env.dataKey().DATA_KEY_SECRET_ARN));
  return createHash('sha256').update(text).digest();
});

/** The sealer of this stage. A function that seals and opens no text never reads the secret. */
export const configuredSealer = () => async (): Promise<Sealer> => sealer(await dataKey());
