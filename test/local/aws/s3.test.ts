import { createHash } from 'node:crypto';
import { buffer } from 'node:stream/consumers';
import { GetObjectCommand, ListObjectsV2Command, PutObjectCommand, S3Client } from '@aws-sdk/client-s3';
import { getSignedUrl } from '@aws-sdk/s3-request-presigner';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { SECRET_ACCESS_KEY } from '../../../local/aws/function-environment.ts';
import { Iam } from '../../../local/aws/iam.ts';
import { createBuckets, isS3, serveS3 } from '../../../local/aws/s3.ts';
import { resolveTemplate } from '../../../local/aws/template.ts';
import { close, listen } from '../../../local/processes/servers.ts';

const BUCKET = 'exports-000000000000';
const template = resolveTemplate(
  {
    Resources: {
      Bucket: { Type: 'AWS::S3::Bucket', Properties: { BucketName: BUCKET } },
      Role: {
        Type: 'AWS::IAM::Role',
        Properties: {
          Policies: [
            {
              PolicyDocument: {
                Statement: [
                  {
                    Effect: 'Allow',
                    Action: 's3:GetObject',
                    Resource: { 'Fn::Join': ['', [{ 'Fn::GetAtt': ['Bucket', 'Arn'] }, '/*']] },
                  },
                ],
              },
            },
          ],
        },
      },
      ListingRole: {
        Type: 'AWS::IAM::Role',
        Properties: {
          Policies: [
            {
              PolicyDocument: {
                Statement: [
                  { Effect: 'Allow', Action: 's3:ListBucket', Resource: { 'Fn::GetAtt': ['Bucket', 'Arn'] } },
                ],
              },
            },
          ],
        },
      },
      Lister: {
        Type: 'AWS::Lambda::Function',
        Properties: { FunctionName: 'lister', Role: { 'Fn::GetAtt': 'ListingRole.Arn' } },
      },
      Reader: {
        Type: 'AWS::Lambda::Function',
        Properties: { FunctionName: 'reader', Role: { 'Fn::GetAtt': 'Role.Arn' } },
      },
    },
  },
  { stackName: 's', awsEndpoint: 'http://x' },
);

const servers: Awaited<ReturnType<typeof listen>>[] = [];
/** The requests that reached the emulator: method, target and the sum of the body. */
const forwarded: string[] = [];
let url: string;
const sum = (bytes: Buffer): string => createHash('sha256').update(bytes).digest('hex');

beforeAll(async () => {
  const emulator = await listen(async (request, response) => {
    forwarded.push(`${request.method} ${request.url?.split('?')[0]} ${sum(await buffer(request))}`);
    response.writeHead(200, { ETag: '"tag"' }).end(Buffer.from([0, 255, 128]));
  }, 0);
  const iam = new Iam(template, () => {});
  const server = await listen((request, response) => {
    if (isS3(request)) void serveS3({ s3Endpoint: emulator.url, iam }, request, response);
    else response.writeHead(418).end();
  }, 0);
  servers.push(server, emulator);
  ({ url } = server);
});
afterAll(() => Promise.all(servers.map(({ server }) => close(server))));

const client = (accessKeyId: string): S3Client =>
  new S3Client({
    endpoint: url,
    region: 'us-east-1',
    credentials: { accessKeyId, secretAccessKey: SECRET_ACCESS_KEY },
  });
const Key = 'o/1.csv.gz';

describe('S3', () => {
  it('gets the bytes of a request as they are, and so does the caller', async () => {
    const Body = Buffer.from(Array.from({ length: 3_000_000 }, (_, n) => (n * 31) % 256));
    const { ETag } = await client('local').send(new PutObjectCommand({ Bucket: BUCKET, Key, Body }));
    expect(ETag).toBe('"tag"');
    expect(forwarded.at(-1)).toBe(`PUT /${BUCKET}/${Key} ${sum(Body)}`);
    const answer = await client('reader.1').send(new GetObjectCommand({ Bucket: BUCKET, Key }));
    expect(await answer.Body?.transformToByteArray()).toEqual(Uint8Array.from([0, 255, 128]));
  });

  it('refuses what the role of a function does not allow', async () => {
    const before = forwarded.length;
    const put = client('reader.1').send(new PutObjectCommand({ Bucket: BUCKET, Key, Body: 'x' }));
    await expect(put).rejects.toMatchObject({ $metadata: { httpStatusCode: 403 }, name: 'AccessDeniedException' });
    const other = client('reader.1').send(new GetObjectCommand({ Bucket: 'another', Key }));
    await expect(other).rejects.toMatchObject({ $metadata: { httpStatusCode: 403 } });
    expect(forwarded).toHaveLength(before);
  });

  it('lists the objects of a bucket only to a function that may list this bucket', async () => {
    const listed = (Bucket: string) => client('lister.1').send(new ListObjectsV2Command({ Bucket, Prefix: 'o/' }));
    await listed(BUCKET).catch(() => {});
    expect(forwarded.at(-1)).toMatch(`GET /${BUCKET}`);
    const before = forwarded.length;
    await expect(listed('another')).rejects.toMatchObject({ $metadata: { httpStatusCode: 403 } });
    const reader = client('reader.1').send(new ListObjectsV2Command({ Bucket: BUCKET }));
    await expect(reader).rejects.toMatchObject({ $metadata: { httpStatusCode: 403 } });
    expect(forwarded).toHaveLength(before);
  });

  it('serves a link as long as its signature, its time and the role of its signer allow', async () => {
    const link = (Bucket: string, more: object = {}) =>
      getSignedUrl(client('reader.1'), new GetObjectCommand({ Bucket, Key }), { expiresIn: 60, ...more });
    const status = async (of: string) => (await fetch(of)).status;
    expect(await status(await link(BUCKET))).toBe(200);
    expect(await status((await link(BUCKET)).replace('1.csv', '2.csv'))).toBe(403);
    expect(await status(await link(BUCKET, { signingDate: new Date(Date.now() - 61_000) }))).toBe(403);
    expect(await status(await link('another'))).toBe(403);
  });

  it('is not asked without a signature', async () => {
    expect((await fetch(`${url}/${BUCKET}/${Key}`)).status).toBe(418);
  });

  it('has the buckets of the template', async () => {
    const emulator = servers[1]?.url ?? '';
    await createBuckets(template, emulator);
    expect(forwarded.at(-1)).toMatch(`PUT /${BUCKET} `);
  });
});
