import { GetObjectCommand, S3Client } from '@aws-sdk/client-s3';
import { getSignedUrl } from '@aws-sdk/s3-request-presigner';
import { describe, expect, it } from '@jest/globals';
import { checkPresigned, isPresigned } from '../../../local/aws/presigned-url.ts';

const SECRET = 'a secret of the test';
const s3 = new S3Client({
  endpoint: 'http://127.0.0.1:4000',
  region: 'eu-central-1',
  credentials: { accessKeyId: 'reader', secretAccessKey: SECRET },
});
const signingDate = new Date('2026-03-01T12:00:00.000Z');
const seconds = (n: number): Date => new Date(signingDate.getTime() + n * 1000);

/** A URL that the SDK signed for a minute. */
const signed = async (Key = 'o/1.csv.gz'): Promise<URL> =>
  new URL(await getSignedUrl(s3, new GetObjectCommand({ Bucket: 'bucket', Key }), { expiresIn: 60, signingDate }));

const check = (url: URL, at = signingDate, method = 'GET', secret = SECRET): string =>
  checkPresigned(method, url.host, url, secret, at);

const code = (expected: string) => expect.objectContaining({ status: 403, code: expected });

describe('checkPresigned', () => {
  it.each(['o/1.csv.gz', "ä b/(c)!*'.gz", 'a+b&c=d/~_-.'])('accepts what the SDK signs for %s', async (key) => {
    const url = await signed(key);
    expect(isPresigned(url)).toBe(true);
    expect(check(url)).toBe('reader');
  });

  it('accepts a URL to its last second', async () => {
    expect(check(await signed(), seconds(60))).toBe('reader');
    const url = await signed();
    expect(() => check(url, seconds(60.001))).toThrow(code('AccessDenied'));
  });

  it('refuses another method, host, secret and path', async () => {
    const url = await signed();
    expect(() => check(url, signingDate, 'PUT')).toThrow(code('SignatureDoesNotMatch'));
    expect(() => check(url, signingDate, 'GET', 'another')).toThrow(code('SignatureDoesNotMatch'));
    expect(() => checkPresigned('GET', 'localhost', url, SECRET, signingDate)).toThrow(code('SignatureDoesNotMatch'));
    url.pathname = url.pathname.replace('1', '2');
    expect(() => check(url)).toThrow(code('SignatureDoesNotMatch'));
  });

  it('refuses a change, a loss and an addition of any parameter', async () => {
    const names = [...(await signed()).searchParams.keys()];
    expect(names.length).toBeGreaterThan(5);
    for (const name of names) {
      const [changed, lost] = [await signed(), await signed()];
      changed.searchParams.set(name, `${changed.searchParams.get(name)}0`);
      lost.searchParams.delete(name);
      expect(() => check(changed)).toThrow(code('SignatureDoesNotMatch'));
      expect(() => check(lost)).toThrow(code('SignatureDoesNotMatch'));
    }
    const more = await signed();
    more.searchParams.set('response-content-type', 'text/html');
    expect(() => check(more)).toThrow(code('SignatureDoesNotMatch'));
  });

  it('refuses an expiry that is no number', async () => {
    const url = await signed();
    url.searchParams.set('X-Amz-Expires', 'never');
    expect(() => check(url)).toThrow(code('SignatureDoesNotMatch'));
  });
});
