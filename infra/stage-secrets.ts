import { RemovalPolicy, SecretValue, Validations } from 'aws-cdk-lib';
import { Secret } from 'aws-cdk-lib/aws-secretsmanager';
import type { Construct } from 'constructs';
import type { Stage } from './stages.ts';

export interface Secrets {
  /** 64 random characters, whose SHA-256 is the key that seals webhook secrets and Slack URLs. */
  readonly dataKey: Secret;
  /**
   * JSON object of chain id → RPC URLs. Operators fill the secret in, because the URLs contain the keys of the
   * providers.
   */
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
    // The first value is no secret. CloudFormation writes the value again only when the template changes the value.
    // While this line stays the same, a deploy keeps the URLs of the operators.
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
