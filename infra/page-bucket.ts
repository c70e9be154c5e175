import { RemovalPolicy, type Stack, Validations } from 'aws-cdk-lib';
import { LogGroup } from 'aws-cdk-lib/aws-logs';
import { Bucket, CfnBucket } from 'aws-cdk-lib/aws-s3';
import { BucketDeployment, CacheControl, type ISource, Source } from 'aws-cdk-lib/aws-s3-deployment';
import { PRIVATE } from './export-bucket.ts';
import { nagPlace } from './nag-place.ts';
import type { Stage } from './stages.ts';
import { CACHE_OF_ASSETS, CACHE_OF_FILES, SIGN_IN_FILE } from './web-pages.ts';

/**
 * What the bucket publishes of the folder of the built pages. The compressed files are for the local stack: CloudFront
 * compresses. The JSON beside the pages is for the tests.
 */
export const builtPages = (folder: string): ISource => Source.asset(folder, { exclude: ['**/*.gz', '*.json'] });

/** The bucket of the built pages, which only CloudFront reads. A deploy of the stack fills the bucket. */
export function createPageBucket(stack: Stack, stage: Stage, pages: ISource): Bucket {
  const bucket = new Bucket(stack, 'Pages', {
    ...PRIVATE,
    // A build makes the files again.
    removalPolicy: RemovalPolicy.DESTROY,
  });
  Validations.of(bucket).acknowledge({
    id: 'AwsSolutions-S1',
    reason: 'The files are public, and the bucket answers nobody but CloudFront.',
  });
  const common = {
    sources: [pages],
    destinationBucket: bucket,
    // The assets of earlier versions stay: a tab that is open since then still loads the chunks that it needs.
    prune: false,
    // CloudFormation deletes a bucket only if it is empty.
    retainOnDelete: false,
    memoryLimit: 256,
    logGroup: new LogGroup(stack, 'DeploymentLog', {
      retention: stage.logRetention,
      removalPolicy: RemovalPolicy.DESTROY,
    }),
  };
  const assets = new BucketDeployment(stack, 'Assets', {
    ...common,
    exclude: ['*'],
    include: ['*/assets/*'],
    cacheControl: [CacheControl.fromString(CACHE_OF_ASSETS)],
  });
  const others = new BucketDeployment(stack, 'Files', {
    ...common,
    sources: [pages, Source.jsonData(SIGN_IN_FILE, stage.signIn ?? {})],
    exclude: ['*/assets/*'],
    cacheControl: [CacheControl.fromString(CACHE_OF_FILES)],
  });
  // Last, so that an index.html never names an asset that is not there.
  others.node.addDependency(assets);
  acknowledgeDeployment(assets, stack, bucket);
  return bucket;
}

/** The function that copies the files is the CDK's own. Both deployments share it. */
function acknowledgeDeployment({ handlerRole }: BucketDeployment, stack: Stack, bucket: Bucket): void {
  const { scope } = handlerRole.node;
  const resource = bucket.node.defaultChild;
  if (scope === undefined || !(resource instanceof CfnBucket)) throw new Error('The deployment has no function');
  const reason = 'The CDK writes this function and its role. It reads its own assets and writes this bucket of pages.';
  const wildcards = ['s3:GetObject*', 's3:GetBucket*', 's3:List*', 's3:DeleteObject*', 's3:Abort*'];
  const { account, region } = nagPlace(stack);
  const files = [
    `arn:<AWS::Partition>:s3:::cdk-hnb659fds-assets-${account}-${region}`,
    `<${stack.getLogicalId(resource)}.Arn>`,
  ];
  for (const id of [
    'AwsSolutions-L1',
    'AwsSolutions-IAM4[Policy::arn:<AWS::Partition>:iam::aws:policy/service-role/AWSLambdaBasicExecutionRole]',
    ...wildcards.map((action) => `AwsSolutions-IAM5[Action::${action}]`),
    ...files.map((arn) => `AwsSolutions-IAM5[Resource::${arn}/*]`),
  ]) {
    Validations.of(scope).acknowledge({ id, reason });
  }
}
