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

/** Loads a value, and loads it again when it is older than `maxAgeMs`. After a failure, the next call loads again. */
export function loadedFor<T>(maxAgeMs: number, now: () => Date, load: () => Promise<T>): () => Promise<T> {
  let current = loadedOnce(load);
  let since: number | undefined;
  return () => {
    const time = now().getTime();
    if (since === undefined || time - since >= maxAgeMs) {
      current = loadedOnce(load);
      since = time;
    }
    return current();
  };
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
