import { createHash, createHmac, timingSafeEqual } from 'node:crypto';
import { AwsError } from './aws-answer.ts';

/** What the query of a presigned URL states (AWS Signature Version 4). */
interface Presigned {
  readonly credential: string;
  /** `20260131T090000Z` */
  readonly date: string;
  readonly expires: number;
  readonly signedHeaders: string;
  readonly signature: string;
}

/** Whether the signature of a request is in its URL and not in a header. */
export const isPresigned = (url: URL): boolean => url.searchParams.has('X-Amz-Signature');

/**
 * Checks a presigned URL as S3 does. Returns the access key that signed it.
 * @throws AwsError when another secret, time, method or URL was signed, or when the URL has expired.
 */
export function checkPresigned(method: string, host: string, url: URL, secret: string, now: Date): string {
  const signed = presignedIn(url);
  const [accessKey = '', day = '', region = '', service = ''] = signed.credential.split('/');
  if (signed.signedHeaders !== 'host') throw refused('SignatureDoesNotMatch', 'Sign the header `host` alone.');
  const request = [method, url.pathname, canonicalQuery(url), `host:${host}`, '', 'host', 'UNSIGNED-PAYLOAD'].join(
    '\n',
  );
  const scope = [day, region, service, 'aws4_request'].join('/');
  const text = ['AWS4-HMAC-SHA256', signed.date, scope, sha256(request)].join('\n');
  const key = [day, region, service, 'aws4_request'].reduce<Buffer>(hmac, Buffer.from(`AWS4${secret}`));
  const expected = Buffer.from(hmac(key, text).toString('hex'));
  const given = Buffer.from(signed.signature);
  if (given.length !== expected.length || !timingSafeEqual(given, expected)) {
    throw refused('SignatureDoesNotMatch', 'The signature is not that of this request. Check your key.');
  }
  const signedAt = Date.parse(signed.date.replace(/^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/, '$1-$2-$3T$4:$5:$6Z'));
  if (!(now.getTime() <= signedAt + signed.expires * 1000)) throw refused('AccessDenied', 'Request has expired');
  return accessKey;
}

function presignedIn({ searchParams }: URL): Presigned {
  const of = (name: string): string => searchParams.get(`X-Amz-${name}`) ?? '';
  return {
    credential: of('Credential'),
    date: of('Date'),
    expires: Number(of('Expires')),
    signedHeaders: of('SignedHeaders'),
    signature: of('Signature'),
  };
}

/** All parameters except the signature, in the order of their encoded names. */
const canonicalQuery = ({ searchParams }: URL): string =>
  [...searchParams]
    .filter(([name]) => name !== 'X-Amz-Signature')
    .map(([name, value]) => `${encoded(name)}=${encoded(value)}`)
    .sort()
    .join('&');

/** RFC 3986 reserves more characters than `encodeURIComponent` encodes. */
const encoded = (text: string): string =>
  encodeURIComponent(text).replace(/[!'()*]/g, (char) => `%${char.charCodeAt(0).toString(16).toUpperCase()}`);

const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex');
const hmac = (key: Buffer, text: string): Buffer => createHmac('sha256', key).update(text).digest();
const refused = (code: string, message: string): AwsError => new AwsError(403, code, message);
