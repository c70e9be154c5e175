import { Duration, RemovalPolicy } from 'aws-cdk-lib';
import { Key, KeySpec, KeyUsage } from 'aws-cdk-lib/aws-kms';
import type { Construct } from 'constructs';
import type { Stage } from './stages.ts';

/**
 * The key that signs the checkpoints of the audit log. AWS cannot rotate an asymmetric key: another id of the construct
 * makes a new key, and the old one stays (docs/operations.md).
 */
export const createCheckpointKey = (scope: Construct, stage: Stage): Key =>
  new Key(scope, 'CheckpointKey', {
    description: `Signs the checkpoints of the audit log of chainwatch-${stage.name}`,
    keySpec: KeySpec.ECC_NIST_P256,
    keyUsage: KeyUsage.SIGN_VERIFY,
    pendingWindow: Duration.days(30),
    removalPolicy: stage.keepsData ? RemovalPolicy.RETAIN_ON_UPDATE_OR_DELETE : RemovalPolicy.DESTROY,
  });
