import { createPrivateKey, createPublicKey, generateKeyPairSync, sign } from 'node:crypto';
import * as z from 'zod';
import type { DataDir } from '../processes/data-dir.ts';
import { AwsError } from './aws-answer.ts';
import type { ResolvedTemplate } from './template.ts';

// Strict: the parsers refuse whatever this file does not apply.
const Properties = z.union([
  z.object({ KeyUsage: z.literal('SIGN_VERIFY'), KeySpec: z.literal('ECC_NIST_P256') }),
  // Encrypts the topic of the alarms, which the local stack does not have.
  z.object({ KeyUsage: z.undefined().optional() }),
]);
const Algorithm = z.literal('ECDSA_SHA_256');

/** The request of Sign. KMS takes at most 4,096 bytes that are no digest. */
export const Sign = z.strictObject({
  KeyId: z.string(),
  Message: z
    .base64()
    .min(1)
    .refine((text) => Buffer.from(text, 'base64').length <= 4096),
  MessageType: z.literal('RAW'),
  SigningAlgorithm: Algorithm,
});

/** The request of GetPublicKey. */
export const GetPublicKey = z.strictObject({ KeyId: z.string() });

const FILE = 'signing-keys.json';

/** The keys of the template that sign, made once. The data folder keeps their private halves, as PEM by id. */
export class Kms {
  readonly #keys: ReadonlyMap<string, string>;

  constructor(template: ResolvedTemplate, dataDir: DataDir) {
    const kept = dataDir.read(FILE, z.record(z.string(), z.string())) ?? {};
    const signing = template
      .resources('AWS::KMS::Key', Properties)
      .filter(({ properties }) => properties.KeyUsage === 'SIGN_VERIFY');
    const ids = signing.map(({ id }) => template.name(id));
    this.#keys = new Map(ids.map((id) => [id, kept[id] ?? newKey()]));
    dataDir.write(FILE, { ...kept, ...Object.fromEntries(this.#keys) });
  }

  /** Answers Sign. @throws AwsError for an unknown key. */
  sign({ KeyId, Message, SigningAlgorithm }: z.output<typeof Sign>): object {
    const Signature = sign('sha256', Buffer.from(Message, 'base64'), this.#find(KeyId)).toString('base64');
    return { KeyId, Signature, SigningAlgorithm };
  }

  /** Answers GetPublicKey. @throws AwsError for an unknown key. */
  publicKey({ KeyId }: z.output<typeof GetPublicKey>): object {
    const PublicKey = createPublicKey(this.#find(KeyId)).export({ type: 'spki', format: 'der' }).toString('base64');
    const { KeySpec, KeyUsage } = { KeySpec: 'ECC_NIST_P256', KeyUsage: 'SIGN_VERIFY' };
    return { KeyId, PublicKey, KeySpec, KeyUsage, SigningAlgorithms: [Algorithm.value] };
  }

  #find(id: string) {
    const pem = this.#keys.get(id);
    if (pem === undefined) throw new AwsError(400, 'NotFoundException', `Key '${id}' does not exist`);
    return createPrivateKey(pem);
  }
}

const newKey = (): string =>
  generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();
