import { randomInt } from 'node:crypto';
import * as z from 'zod';
import type { DataDir } from '../processes/data-dir.ts';
import { type Secret, SecretVersions } from './secret-versions.ts';
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

/** What the file keeps of a secret: its value, or its value and the value before. */
const Kept = z.record(z.string(), z.union([z.string().transform((value) => [value]), z.array(z.string()).min(1)]));

/** This variable of a function names the secret of the RPC URLs. */
const Rpc = z.object({
  Environment: z.object({ Variables: z.object({ RPC_SECRET_ARN: z.string().optional() }).optional() }),
});

/**
 * The secrets of the template. Secrets that Secrets Manager would generate are generated once. The data folder keeps
 * them, also when somebody gives them another value. The RPC URLs are those of the command line after each start.
 * @param rpc the RPC URLs by chain, which operators fill in on AWS.
 */
export function secretsOf(
  template: ResolvedTemplate,
  dataDir: DataDir,
  rpc: Readonly<Record<string, readonly string[]>>,
): SecretVersions {
  const functions = template.resources('AWS::Lambda::Function', Rpc);
  const rpcArns = new Set(functions.map(({ properties }) => properties.Environment.Variables?.RPC_SECRET_ARN));
  const kept = dataDir.read(FILE, Kept) ?? {};
  const secrets = template.resources('AWS::SecretsManager::Secret', Properties).map(({ id, properties }): Secret => {
    const { Name, SecretString, GenerateSecretString } = properties;
    if (GenerateSecretString !== undefined) kept[Name] ??= [password(GenerateSecretString)];
    const arn = template.arn(id);
    const given = rpcArns.has(arn) ? JSON.stringify(rpc) : SecretString;
    return { arn, name: Name, values: given === undefined ? (kept[Name] ?? []) : [given] };
  });
  dataDir.write(FILE, kept);
  return new SecretVersions(secrets, (changed) => {
    for (const { name, values } of changed) if (kept[name] !== undefined) kept[name] = [...values];
    dataDir.write(FILE, kept);
  });
}

function password(options: z.output<typeof Generate>): string {
  const letters = 'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789';
  const punctuation = '!"#$%&\'()*+,-./:;<=>?@[\\]^_`{|}~';
  const alphabet = [...letters, ...(options.ExcludePunctuation ? '' : punctuation)].filter(
    (character) => !options.ExcludeCharacters.includes(character),
  );
  return Array.from({ length: options.PasswordLength }, () => alphabet[randomInt(alphabet.length)]).join('');
}
