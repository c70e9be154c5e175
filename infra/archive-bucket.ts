import { Aws, Duration, RemovalPolicy, type Stack, Validations } from 'aws-cdk-lib';
import { Bucket } from 'aws-cdk-lib/aws-s3';
import { bucketName, PRIVATE } from './export-bucket.ts';
import type { Stage } from './stages.ts';

/** A file that was deleted by mistake, or by the deletion of its organisation, comes back within so many days. */
const KEPT_VERSION_DAYS = 35;

/**
 * The transactions that the table no longer has. A bucket of its own: files of exports are deleted after two days, and
 * files of the archive only with their organisation.
 */
export function createArchiveBucket(stack: Stack, stage: Stage): Bucket {
  const bucket = new Bucket(stack, 'Archive', {
    bucketName: bucketName(stage, 'archive', Aws.ACCOUNT_ID, Aws.REGION),
    ...PRIVATE,
    // The archive is the only copy of a transaction that has left the table.
    ...(stage.keepsData && {
      versioned: true,
      lifecycleRules: [
        { noncurrentVersionExpiration: Duration.days(KEPT_VERSION_DAYS), expiredObjectDeleteMarker: true },
      ],
    }),
    removalPolicy: stage.keepsData ? RemovalPolicy.RETAIN_ON_UPDATE_OR_DELETE : RemovalPolicy.DESTROY,
  });
  Validations.of(bucket).acknowledge({
    id: 'AwsSolutions-S1',
    reason: 'Two functions use the bucket, and their logs name what they store and erase.',
  });
  return bucket;
}
