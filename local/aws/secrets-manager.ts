import { randomInt } from 'node:crypto';
import * as z from 'zod';
import type { DataDir } from '../processes/data-dir.ts';
import type { ResolvedTemplate } from './template.ts';

// Strict: the parser refuses any option that this file does not apply.
const Generate = z.strictObject({
  PasswordLength: z.number().default(32),
  ExcludePunctuation: z.boolean().default(false),
  ExcludeCharacters: z.string().default(''),
});
const Properties = z.object({
  Name: z.string(),
  SecretString: z.string().optional(),
  GenerateSecretString: Generate.optional(),
});

const FILE = 'secrets.json';

export interface Secret {
  readonly arn: string;
  readonly name: string;
  readonly value: string;
}

/** This variable of a function names the secret of the RPC URLs. */
const Rpc = z.object({
  Environment: z.object({ Variables: z.object({ RPC_SECRET_ARN: z.string().optional() }).optional() }),
});

/**
 * The secrets of the template. Secrets that Secrets Manager would generate are generated once and kept in the data
 * folder.
 * @param rpc the RPC URLs by chain, which operators fill in on AWS.
 */
export function secretsOf(
  template: ResolvedTemplate,
  dataDir: DataDir,
  rpc: Readonly<Record<string, readonly string[]>>,
): Secret[] {
  const functions = template.resources('AWS::Lambda::Function', Rpc);
  const rpcArns = new Set(functions.map(({ properties }) => properties.Environment.Variables?.RPC_SECRET_ARN));
  const kept = dataDir.read(FILE, z.record(z.string(), z.string())) ?? {};
  const secrets = template.resources('AWS::SecretsManager::Secret', Properties).map(({ id, properties }): Secret => {
    const { Name, SecretString, GenerateSecretString } = properties;
    if (GenerateSecretString !== undefined) kept[Name] ??= password(GenerateSecretString);
    const arn = template.arn(id);
    const value = rpcArns.has(arn) ? JSON.stringify(rpc) : (SecretString ?? kept[Name] ?? '');
    return { arn, name: Name, value };
  });
  dataDir.write(FILE, kept);
  return secrets;
}

function password(options: z.output<typeof Generate>): string {
  const letters = 'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789';
  const punctuation = '!"#$%&\'()*+,-./:;<=>?@[\\]^_`{|}~';
  const alphabet = [...letters, ...(options.ExcludePunctuation ? '' : punctuation)].filter(
    (character) => !options.ExcludeCharacters.includes(character),
  );
  return Array.from({ length: options.PasswordLength }, () => alphabet[randomInt(alphabet.length)]).join('');
}
