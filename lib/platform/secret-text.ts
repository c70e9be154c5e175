import { GetSecretValueCommand, SecretsManagerClient } from '@aws-sdk/client-secrets-manager';
import * as z from 'zod';

const Text = z.string().min(1);

/**
 * Reads the text of a secret.
 * @throws ZodError when the secret has no text, or any error of the SDK.
 */
export async function secretText(arn: string, client = new SecretsManagerClient()): Promise<string> {
  const { SecretString } = await client.send(new GetSecretValueCommand({ SecretId: arn }));
  return Text.parse(SecretString);
}

/** Loads a value once per process. After a failure, the next call loads again. */
export function loadedOnce<T>(load: () => Promise<T>): () => Promise<T> {
  let loading: Promise<T> | undefined;
  return () => {
    loading ??= load().catch((error: unknown) => {
      loading = undefined;
      throw error;
    });
    return loading;
  };
}
