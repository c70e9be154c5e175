import { createPublicKey } from 'node:crypto';
import { GetPublicKeyCommand, KMSClient, SignCommand } from '@aws-sdk/client-kms';
import * as z from 'zod';
import { SIGNATURE_ALGORITHM } from '../../../sdk/audit-proof.ts';
import { env } from '../env.ts';
import { sdkTimeouts } from '../sdk/sdk-timeouts.ts';

/** The public half of the key that signs checkpoints, as the API shows it. */
export const AuditKey = z
  .object({
    keyId: z.string(),
    algorithm: z.literal(SIGNATURE_ALGORITHM),
    publicKey: z.string().describe('PEM'),
  })
  .meta({ id: 'AuditKey' });
export type AuditKey = z.output<typeof AuditKey>;

const Bytes = z.instanceof(Uint8Array);

/** The key that signs the checkpoints of the stage. Its private half never leaves KMS. */
export function signingKey(kms: Pick<KMSClient, 'send'> = new KMSClient(sdkTimeouts())) {
  const { CHECKPOINT_KEY_ID: keyId } = env.checkpointKey();
  return {
    keyId,

    /** The signature in DER and base64. @param message at most 4,096 bytes. */
    async sign(message: Uint8Array): Promise<string> {
      const { Signature } = await kms.send(
        new SignCommand({
          KeyId: keyId,
          Message: message,
          MessageType: 'RAW',
          SigningAlgorithm: SIGNATURE_ALGORITHM,
        }),
      );
      return Buffer.from(Bytes.parse(Signature)).toString('base64');
    },

    async shown(): Promise<AuditKey> {
      const { PublicKey } = await kms.send(new GetPublicKeyCommand({ KeyId: keyId }));
      const key = createPublicKey({ key: Buffer.from(Bytes.parse(PublicKey)), format: 'der', type: 'spki' });
      const publicKey = key.export({ format: 'pem', type: 'spki' }).toString();
      return { keyId, algorithm: SIGNATURE_ALGORITHM, publicKey };
    },
  };
}

export type SigningKey = ReturnType<typeof signingKey>;
