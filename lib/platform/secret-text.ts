import {
  GetSecretValueCommand,
  ResourceNotFoundException,
  SecretsManagerClient,
} from '@aws-sdk/client-secrets-manager';
import * as z from 'zod';
import { errorFields, log } from './log.ts';
import { sdkTimeouts } from './sdk/sdk-timeouts.ts';

const Text = z.string().min(1);

/** A version of a secret: the present value, or the value before it. */
type Version = 'AWSCURRENT' | 'AWSPREVIOUS';

/**
 * Reads the text of a secret. Null when the secret has no such version: nobody has given the secret a value yet, or the
 * value was never replaced.
 * @throws ZodError when the secret has no text, or any error of the SDK.
 */
export async function secretText(
  arn: string,
  VersionStage: Version = 'AWSCURRENT',
  client = new SecretsManagerClient(sdkTimeouts()),
): Promise<string | null> {
  try {
    const { SecretString } = await client.send(new GetSecretValueCommand({ SecretId: arn, VersionStage }));
    return Text.parse(SecretString);
  } catch (error) {
    if (error instanceof ResourceNotFoundException) return null;
    throw error;
  }
}

/**
 * Loads a value, and loads it again when it is older than `maxAgeMs`. When the first load fails, the next call loads
 * again. When a later load fails, the log says so and the known value stays for another `maxAgeMs`.
 */
export function loadedFor<T>(maxAgeMs: number, now: () => Date, load: () => Promise<T>): () => Promise<T> {
  let loaded: { readonly value: T } | undefined;
  let loading: { readonly since: number; readonly value: Promise<T> } | undefined;

  async function reloaded(): Promise<T> {
    try {
      loaded = { value: await load() };
    } catch (error) {
      if (loaded === undefined) throw error;
      log.warn('secret.not_reloaded', errorFields(error));
    }
    return loaded.value;
  }

  return async () => {
    const since = now().getTime();
    if (loading === undefined || since - loading.since >= maxAgeMs) loading = { since, value: reloaded() };
    const mine = loading;
    try {
      return await mine.value;
    } catch (error) {
      if (loading === mine) loading = undefined;
      throw error;
    }
  };
}
