import { RemovalPolicy, SecretValue, Validations } from 'aws-cdk-lib';
import { Secret } from 'aws-cdk-lib/aws-secretsmanager';
import type { Construct } from 'constructs';
import type { Stage } from './stages.ts';

export interface Secrets {
  /** 64 random characters, from whose SHA-256 the key is made that seals webhook secrets and Slack URLs. */
  readonly dataKey: Secret;
  /** JSON object of chain id → RPC URLs. They carry the providers' keys, so operators fill it in. */
  readonly rpc: Secret;
}

export function createSecrets(scope: Construct, stage: Stage): Secrets {
  const removalPolicy = stage.keepsData ? RemovalPolicy.RETAIN : RemovalPolicy.DESTROY;
  const dataKey = new Secret(scope, 'DataKey', {
    secretName: `chainwatch-${stage.name}/data-key`,
    generateSecretString: { passwordLength: 64, excludePunctuation: true },
    removalPolicy,
  });
  const rpc = new Secret(scope, 'RpcUrls', {
    secretName: `chainwatch-${stage.name}/rpc-urls`,
    // Nothing secret in it yet. A later deploy leaves what operators filled in, as long as this line stays as it is:
    // CloudFormation writes the value again only when the template's changes.
    secretStringValue: SecretValue.unsafePlainText('{}'),
    removalPolicy,
  });
  Validations.of(dataKey).acknowledge({
    id: 'AwsSolutions-SMG4',
    reason: 'A rotated key could not open what the old one sealed; rotation means sealing every record again.',
  });
  Validations.of(rpc).acknowledge({
    id: 'AwsSolutions-SMG4',
    reason: 'The providers issue these URLs; there is no API by which to rotate them.',
  });
  return { dataKey, rpc };
}
