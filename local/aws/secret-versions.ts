import { randomUUID } from 'node:crypto';
import * as z from 'zod';
import { AwsError } from './aws-answer.ts';

/** The request of GetSecretValue. */
export const GetSecretValue = z.strictObject({
  SecretId: z.string(),
  VersionStage: z.enum(['AWSCURRENT', 'AWSPREVIOUS']).default('AWSCURRENT'),
});

/** The request of PutSecretValue, limited to texts that become the current version. */
export const PutSecretValue = z.strictObject({
  SecretId: z.string(),
  SecretString: z.string().min(1).max(65_536),
  /** The id of the new version. The SDK and the command line make it. */
  ClientRequestToken: z.string().min(32).max(64),
});

interface Version {
  readonly id: string;
  readonly value: string;
}

export interface Secret {
  readonly arn: string;
  readonly name: string;
  /** The values of the current and of the previous version. None before anybody has given the secret a value. */
  readonly values: readonly string[];
}

/** The secrets of the stack, with the two versions that have a label. */
export class SecretVersions {
  readonly #secrets: readonly { readonly arn: string; readonly name: string; versions: readonly Version[] }[];
  readonly #changed: (secrets: readonly Secret[]) => void;

  /** @param changed called with all secrets when a secret has got a value. */
  constructor(secrets: readonly Secret[], changed: (secrets: readonly Secret[]) => void) {
    this.#secrets = secrets.map(({ arn, name, values }) => ({
      arn,
      name,
      versions: values.map((value) => ({ id: randomUUID(), value })),
    }));
    this.#changed = changed;
  }

  /** Answers GetSecretValue. @throws AwsError for an unknown secret, or a secret without such a version. */
  get({ SecretId, VersionStage }: z.output<typeof GetSecretValue>): object {
    const { arn, name, versions } = this.#find(SecretId);
    const version = versions[VersionStage === 'AWSCURRENT' ? 0 : 1];
    if (version === undefined) {
      const message = `Secrets Manager can't find the specified secret value for staging label: ${VersionStage}`;
      throw new AwsError(400, 'ResourceNotFoundException', message);
    }
    const { id: VersionId, value: SecretString } = version;
    return { ARN: arn, Name: name, SecretString, VersionId, VersionStages: [VersionStage] };
  }

  /**
   * Answers PutSecretValue: the present value becomes the previous value. A repeated request changes nothing.
   * @throws AwsError for an unknown secret, or when the id belongs to a version with another value.
   */
  put({ SecretId, SecretString: value, ClientRequestToken: id }: z.output<typeof PutSecretValue>): object {
    const secret = this.#find(SecretId);
    const same = secret.versions.find((version) => version.id === id);
    if (same !== undefined && same.value !== value) {
      const message = `You can't use ClientRequestToken ${id} because that value is already in use for a version.`;
      throw new AwsError(400, 'ResourceExistsException', message);
    }
    if (same === undefined) {
      secret.versions = [{ id, value }, ...secret.versions.slice(0, 1)];
      this.#changed(
        this.#secrets.map(({ arn, name, versions }) => ({ arn, name, values: versions.map(({ value }) => value) })),
      );
    }
    return { ARN: secret.arn, Name: secret.name, VersionId: id, VersionStages: ['AWSCURRENT'] };
  }

  #find(id: string) {
    const secret = this.#secrets.find(({ arn, name }) => id === arn || id === name);
    if (secret !== undefined) return secret;
    throw new AwsError(400, 'ResourceNotFoundException', "Secrets Manager can't find the specified secret.");
  }
}
