import { RemovalPolicy, Validations } from 'aws-cdk-lib';
import { CfnSecret, type ISecret, Secret } from 'aws-cdk-lib/aws-secretsmanager';
import { Construct } from 'constructs';
import type { Stage } from './stages.ts';

export interface Secrets {
  /** Texts of 64 random characters, one on each line: the keys that seal webhook secrets and Slack URLs. */
  readonly dataKey: ISecret;
  /**
   * JSON object of chain id → RPC URLs. Operators fill the secret in, because the URLs contain the keys of the
   * providers.
   */
  readonly rpc: Pick<ISecret, 'secretArn'>;
}

export function createSecrets(scope: Construct, stage: Stage): Secrets {
  const removalPolicy = stage.keepsData ? RemovalPolicy.RETAIN_ON_UPDATE_OR_DELETE : RemovalPolicy.DESTROY;
  const dataKey = new Secret(scope, 'DataKey', {
    secretName: `chainwatch-${stage.name}/data-key`,
    // CloudFormation generates another key when these options change, so they must never change.
    generateSecretString: { passwordLength: 64, excludePunctuation: true },
    ...(stage.replicaRegion !== undefined && { replicaRegions: [{ region: stage.replicaRegion }] }),
    removalPolicy,
  });
  // Without a value, which only operators write: no deploy can replace their URLs. `Secret` would generate a value.
  const rpc = new CfnSecret(new Construct(scope, 'RpcUrls'), 'Resource', { name: `chainwatch-${stage.name}/rpc-urls` });
  rpc.applyRemovalPolicy(removalPolicy);
  Validations.of(dataKey).acknowledge({
    id: 'AwsSolutions-SMG4',
    reason: 'Operators rotate the key by hand: the old key must stay until every record is sealed again.',
  });
  Validations.of(rpc).acknowledge({
    id: 'AwsSolutions-SMG4',
    reason: 'The providers issue these URLs; there is no API by which to rotate them.',
  });
  return { dataKey, rpc: { secretArn: rpc.ref } };
}
