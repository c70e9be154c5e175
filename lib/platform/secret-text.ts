import { GetSecretValueCommand, SecretsManagerClient } from '@aws-sdk/client-secrets-manager';
import * as z from 'zod';

const Text = z.string().min(1);

/**
 * The text of a secret.
 * @throws ZodError when it has none; whatever the SDK throws.
 */
export async function secretText(arn: string, client = new SecretsManagerClient()): Promise<string> {
  const { SecretString } = await client.send(new GetSecretValueCommand({ SecretId: arn }));
  return Text.parse(SecretString);
}

/** Loads once per process; a load that failed is not kept, so that the next invocation tries again. */
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
