import { createCipheriv, createDecipheriv, createHash, randomBytes } from 'node:crypto';
import * as z from 'zod';
import { memoOf } from '../values/memo.ts';
import type { Deps } from './deps.ts';
import { env } from './env.ts';
import { loadedFor, secretText } from './secret-text.ts';

/** The record that a sealed text belongs to. The text can only be opened for the same record. */
export interface SealContext {
  readonly organisationId: string;
  readonly recordId: string;
}

export interface Sealer {
  /** Encrypts a text for a table attribute with the newest key. Each call returns another result. */
  seal(plaintext: string, context: SealContext): string;
  /** Decrypts. @throws Error when the text was changed, is of another record, or was sealed with an unknown key. */
  open(sealed: string, context: SealContext): string;
  /** Whether the newest key sealed the text. */
  isCurrent(sealed: string): boolean;
}

/** A key of the stage. Each sealed text names the id of its key. */
export interface DataKey {
  readonly id: string;
  /** 32 bytes. */
  readonly bytes: Buffer;
}

/** The form of a sealed text. */
const VERSION = 'v2';
const IV_BYTES = 12;
const TAG_BYTES = 16;
const ID_CHARACTERS = 12;

const sha256 = (text: string): Buffer => createHash('sha256').update(text).digest();

/**
 * The data key of a text of the secret. The id derives from the text, so that a restored or copied secret opens the
 * same sealed texts. Nobody can guess a text of 32 random characters from its id.
 */
export const dataKeyOf = (text: string): DataKey => ({
  id: sha256(`id of ${text}`).toString('hex').slice(0, ID_CHARACTERS),
  bytes: sha256(text),
});

/**
 * Encrypts secrets of tenants at rest with AES-256-GCM and a random 96-bit IV, as
 * `v2.<id of the key>.<base64url of IV, tag, ciphertext>`. The organisation and the record are additional authenticated
 * data: a sealed text that is copied to another item cannot be opened there.
 * @param keys the newest first.
 */
export function sealer([newest, ...older]: readonly [DataKey, ...DataKey[]]): Sealer {
  const keys = [newest, ...older];
  return {
    seal(plaintext, context) {
      const iv = randomBytes(IV_BYTES);
      const cipher = createCipheriv('aes-256-gcm', newest.bytes, iv, { authTagLength: TAG_BYTES });
      cipher.setAAD(aad(context));
      const ciphertext = Buffer.concat([cipher.update(plaintext, 'utf8'), cipher.final()]);
      return `${VERSION}.${newest.id}.${Buffer.concat([iv, cipher.getAuthTag(), ciphertext]).toString('base64url')}`;
    },
    open(sealed, context) {
      const [version, id, encoded = '', ...rest] = sealed.split('.');
      const bytes = Buffer.from(encoded, 'base64url');
      // Node ignores characters that do not belong to base64url. Each sealed text has one spelling.
      const isExact = bytes.length >= IV_BYTES + TAG_BYTES && bytes.toString('base64url') === encoded;
      if (version !== VERSION || rest.length > 0 || !isExact) throw new Error('not a sealed secret');
      const key = keys.find((each) => each.id === id);
      if (key === undefined) throw new Error(`the secret holds no data key ${id}`);
      return opened(key, bytes, aad(context));
    },
    isCurrent: (sealed) => sealed.startsWith(`${VERSION}.${newest.id}.`),
  };
}

/** @throws Error when another key sealed the bytes, for other data, or when somebody changed them. */
function opened({ bytes: key }: DataKey, bytes: Buffer, data: Buffer): string {
  const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, IV_BYTES), { authTagLength: TAG_BYTES })
    .setAAD(data)
    .setAuthTag(bytes.subarray(IV_BYTES, IV_BYTES + TAG_BYTES));
  return Buffer.concat([decipher.update(bytes.subarray(IV_BYTES + TAG_BYTES)), decipher.final()]).toString('utf8');
}

/** JSON separates the parts, so that ('a', 'bc') and ('ab', 'c') differ. */
const aad = ({ organisationId, recordId }: SealContext): Buffer =>
  Buffer.from(JSON.stringify([VERSION, organisationId, recordId]));

/** A shorter text would make a key that can be guessed. Secrets Manager generates at least 32 characters. */
const KeyText = z.string().min(32, 'a data key must be text of at least 32 characters');
/** The texts of the keys, one on each line, the newest first. */
const KeyTexts = z
  .string()
  .transform((text) => text.split(/\s+/).filter((line) => line !== ''))
  .pipe(z.tuple([KeyText], KeyText));

/** The data keys of the text of the secret, the newest first. @throws ZodError when a key is too short. */
export function dataKeysOf(text: string | null): [DataKey, ...DataKey[]] {
  const [newest, ...older] = KeyTexts.parse(text);
  return [dataKeyOf(newest), ...older.map(dataKeyOf)];
}

/** A rotation adds a key that only opens, and waits until every process knows the key before the key seals. */
const SECRET_MAX_AGE_MS = 60_000;

/**
 * The sealer of this stage, from the secret of the data keys, read at most once a minute. A function that seals and
 * opens no text never reads the secret. The keys that the secret held before its last change also open texts: operators
 * may have replaced a key where they should have added one. While the keys stay the same, so does the sealer.
 * @throws ZodError when a key is too short, or any error of the SDK.
 */
export const configuredSealer = memoOf(({ now }: Pick<Deps, 'now'>): (() => Promise<Sealer>) => {
  let known: { readonly texts: string; readonly sealer: Sealer } | undefined;
  return loadedFor(SECRET_MAX_AGE_MS, now, async () => {
    const arn = env.dataKey().DATA_KEY_SECRET_ARN;
    const [current, previous] = await Promise.all([secretText(arn), secretText(arn, 'AWSPREVIOUS')]);
    const texts = `${current ?? ''}\n${previous ?? ''}`;
    if (known?.texts !== texts) {
      const before = previous === null ? [] : dataKeysOf(previous);
      known = { texts, sealer: sealer([...dataKeysOf(current), ...before]) };
    }
    return known.sealer;
  });
});
