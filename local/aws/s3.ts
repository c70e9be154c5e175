import { randomUUID } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import * as z from 'zod';
import { passOn } from '../processes/pass-on.ts';
import { messageOf } from '../processes/user-error.ts';
import { isSigned, signedFor } from './access-keys.ts';
import { AwsError } from './aws-answer.ts';
import { SECRET_ACCESS_KEY } from './function-environment.ts';
import type { RequiredPermission } from './grants.ts';
import type { Iam } from './iam.ts';
import { checkPresigned, isPresigned } from './presigned-url.ts';
import type { ResolvedTemplate } from './template.ts';

export interface S3Parts {
  /** The emulator that gets the forwarded requests. */
  readonly s3Endpoint: string;
  readonly iam: Iam;
}

const SIGNED = signedFor('s3');

const urlOf = ({ url }: IncomingMessage): URL => new URL(url ?? '/', 'http://local');

/** S3 has no header or path that names the service: only the scope of the signature does. */
export function isS3(request: IncomingMessage): boolean {
  const scope = request.headers.authorization ?? urlOf(request).searchParams.get('X-Amz-Credential') ?? '';
  return /\/s3\/aws4_request/.test(scope);
}

/**
 * Answers a request to S3, of a function or with a presigned URL. Refuses wrong signatures of URLs, and what the role
 * of the function does not allow. Forwards all other requests to the emulator, which only asks for a signature in a
 * header.
 */
export async function serveS3(parts: S3Parts, request: IncomingMessage, response: ServerResponse): Promise<void> {
  try {
    authorize(parts.iam, request);
  } catch (error) {
    const { status, code } = error instanceof AwsError ? error : { status: 500, code: 'InternalError' };
    response.writeHead(status, { 'Content-Type': 'application/xml', 'x-amz-request-id': randomUUID() });
    const message = messageOf(error).replace(/[&<>]/g, (character) => `&#${character.charCodeAt(0)};`);
    response.end(`<?xml version="1.0"?><Error><Code>${code}</Code><Message>${message}</Message></Error>`);
    return;
  }
  await passOn(parts.s3Endpoint, request, response, SIGNED);
}

/** @throws AwsError when the signature or the role refuses the request. */
function authorize(iam: Iam, request: IncomingMessage): void {
  const url = urlOf(request);
  const { method = 'GET', headers } = request;
  if (!isPresigned(url) && !isSigned(request)) throw new AwsError(403, 'AccessDenied', 'Sign the request.');
  const signer = isPresigned(url)
    ? `Credential=${checkPresigned(method, headers.host ?? '', url, SECRET_ACCESS_KEY, new Date())}/`
    : (headers.authorization ?? '');
  const caller = iam.functionOf(signer);
  if (caller !== undefined) iam.checkFunction(caller, [permissionOf(method, url)]);
}

/** The permission that S3 requires for an operation on an object, or for a list of the objects of a bucket. */
function permissionOf(method: string, url: URL): RequiredPermission {
  const [, bucket = '', key = ''] = /^\/([^/]*)\/?(.*)$/.exec(decodeURIComponent(url.pathname)) ?? [];
  if (key === '') return { action: 's3:ListBucket', resource: `arn:aws:s3:::${bucket}` };
  const resource = `arn:aws:s3:::${bucket}/${key}`;
  const isUpload = url.searchParams.has('uploadId');
  if (method === 'GET' || method === 'HEAD') return { action: 's3:GetObject', resource };
  if (method !== 'DELETE') return { action: 's3:PutObject', resource };
  return { action: isUpload ? 's3:AbortMultipartUpload' : 's3:DeleteObject', resource };
}

const BucketProperties = z.object({ BucketName: z.string() });

/** Creates the buckets of the template. An existing bucket keeps its objects. Lifecycle rules are not emulated. */
export async function createBuckets(template: ResolvedTemplate, endpoint: string): Promise<void> {
  for (const { properties } of template.resources('AWS::S3::Bucket', BucketProperties)) {
    const { ok, status } = await fetch(`${endpoint}/${properties.BucketName}`, { method: 'PUT', headers: SIGNED });
    if (!ok) throw new Error(`The emulator of S3 answered ${status} for the bucket ${properties.BucketName}`);
  }
}
