import { Aws, Duration, RemovalPolicy, type Stack, Validations } from 'aws-cdk-lib';
import type { Role } from 'aws-cdk-lib/aws-iam';
import { BlockPublicAccess, Bucket, BucketEncryption, CfnBucket, ObjectOwnership } from 'aws-cdk-lib/aws-s3';
import type { Stage } from './stages.ts';

/**
 * When S3 deletes files. S3 counts whole days from the beginning of an upload, up to the next midnight (UTC). A file of
 * a job that began before midnight must still last 24 hours after the job has ended, so one day is too short.
 */
const KEPT = Duration.days(2);

/** What is the same in all buckets. */
export const PRIVATE = {
  encryption: BucketEncryption.S3_MANAGED,
  blockPublicAccess: BlockPublicAccess.BLOCK_ALL,
  objectOwnership: ObjectOwnership.BUCKET_OWNER_ENFORCED,
  enforceSSL: true,
  minimumTLSVersion: 1.2,
} as const;

/** The name of a bucket. Names of buckets are unique over all accounts and regions. */
export const bucketName = (stage: Stage, content: 'archive' | 'exports', account: string, region: string): string =>
  `chainwatch-${stage.name}-${content}-${account}-${region}`;

/** The files of exports. A file is there for 24 hours; S3 deletes the file one to two days later. */
export function createExportBucket(stack: Stack, stage: Stage): Bucket {
  const bucket = new Bucket(stack, 'Exports', {
    bucketName: bucketName(stage, 'exports', Aws.ACCOUNT_ID, Aws.REGION),
    ...PRIVATE,
    lifecycleRules: [{ expiration: KEPT, abortIncompleteMultipartUploadAfter: KEPT }],
    removalPolicy: stage.keepsData ? RemovalPolicy.RETAIN_ON_UPDATE_OR_DELETE : RemovalPolicy.DESTROY,
  });
  Validations.of(bucket).acknowledge({
    id: 'AwsSolutions-S1',
    reason: 'A log of its accesses would need a second bucket, which lives longer than the files of two days.',
  });
  return bucket;
}

/** Explains to cdk-nag why a function may use all files of the bucket. */
export function acknowledgeFiles(role: Role, stack: Stack, bucket: Bucket): void {
  const resource = bucket.node.defaultChild;
  if (!(resource instanceof CfnBucket)) throw new Error('The bucket has no resource');
  const id = stack.getLogicalId(resource);
  Validations.of(role).acknowledge({
    id: `AwsSolutions-IAM5[Resource::<${id}.Arn>/*]`,
    reason: 'A file is named after its organisation and its content; the bucket holds nothing else.',
  });
}
