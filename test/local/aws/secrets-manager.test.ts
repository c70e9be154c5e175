import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from '@jest/globals';
import { secretsOf } from '../../../local/aws/secrets-manager.ts';
import { resolveTemplate } from '../../../local/aws/template.ts';
import { DataDir } from '../../../local/processes/data-dir.ts';

const folder = mkdtempSync(join(tmpdir(), 'secrets-'));
afterAll(() => rmSync(folder, { recursive: true }));

const template = resolveTemplate(
  {
    Resources: {
      DataKey: {
        Type: 'AWS::SecretsManager::Secret',
        Properties: { Name: 'data-key', GenerateSecretString: { PasswordLength: 64, ExcludePunctuation: true } },
      },
    },
  },
  { stackName: 's', awsEndpoint: 'http://x' },
);
const started = () => secretsOf(template, new DataDir(folder), {});
const current = { SecretId: 'data-key', VersionStage: 'AWSCURRENT' } as const;
const previous = { SecretId: 'data-key', VersionStage: 'AWSPREVIOUS' } as const;

describe('The secrets of the local stack', () => {
  it('keep a generated value between starts, and the value that somebody gives them, with the value before', () => {
    const first = Object(started().get(current)).SecretString;
    expect(first).toMatch(/^[A-Za-z0-9]{64}$/);
    const secrets = started();
    expect(secrets.get(current)).toMatchObject({ SecretString: first });
    secrets.put({ SecretId: 'data-key', SecretString: `new\n${first}`, ClientRequestToken: randomUUID() });
    expect(started().get(current)).toMatchObject({ SecretString: `new\n${first}` });
    expect(started().get(previous)).toMatchObject({ SecretString: first });
  });
});
