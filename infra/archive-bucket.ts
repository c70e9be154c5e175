import { Aws, Duration, RemovalPolicy, type Stack, Validations } from 'aws-cdk-lib';
import { BlockPublicAccess, Bucket, BucketEncryption, ObjectOwnership } from 'aws-cdk-lib/aws-s3';
import type { Stage } from './stages.ts';

/** As long as point-in-time recovery reaches back. */
const MISTAKES_DAYS = 35;

/**
 * The transactions that the table no longer has. A bucket of its own: files of exports are deleted after two days, and
 * files of the archive only with their organisation. The bucket has the only copy. A stage that keeps its data can
 * therefore take back what somebody overwrote or deleted, as it can in the table.
 */
export function createArchiveBucket(stack: Stack, stage: Stage): Bucket {
  const bucket = new Bucket(stack, 'Archive', {
    // Names of buckets are unique over all accounts and regions.
    bucketName: `chainwatch-${stage.name}-archive-${Aws.ACCOUNT_ID}-${Aws.REGION}`,
    encryption: BucketEncryption.S3_MANAGED,
    blockPublicAccess: BlockPublicAccess.BLOCK_ALL,
    objectOwnership: ObjectOwnership.BUCKET_OWNER_ENFORCED,
    enforceSSL: true,
    minimumTLSVersion: 1.2,
    ...(stage.keepsData && {
      versioned: true,
      lifecycleRules: [{ noncurrentVersionExpiration: Duration.days(MISTAKES_DAYS), expiredObjectDeleteMarker: true }],
    }),
    removalPolicy: stage.keepsData ? RemovalPolicy.RETAIN_ON_UPDATE_OR_DELETE : RemovalPolicy.DESTROY,
  });
  Validations.of(bucket).acknowledge({
    id: 'AwsSolutions-S1',
    reason: 'Two functions use the bucket, and their logs name what they store and erase.',
  });
  return bucket;
}
