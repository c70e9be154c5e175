import { appendFileSync } from 'node:fs';
import { relative, resolve } from 'node:path';
import type { DynamoDBClientConfig } from '@aws-sdk/client-dynamodb';
import { afterAll, expect } from '@jest/globals';
import { chargedUnits } from '../../local/aws/dynamodb/charged-units.ts';
import { serveStrictly } from '../../local/aws/dynamodb/start-strict.ts';
import { SIGNED } from '../../local/aws/dynamodb/strict-dynamodb.ts';
import { strictnessOf } from '../../local/aws/dynamodb/strictness.ts';
import type { Rate } from '../../local/aws/dynamodb/unit-buckets.ts';

/*
 * The strict DynamoDB of this test file, in front of the engine that all files share. No other file uses the tables of
 * this file, so both files may have a front of their own. The handlers and other processes find the front by the
 * environment.
 */
const consumed = { read: 0, write: 0 };
const charged = chargedUnits();
const front = await serveStrictly(process.env.TEST_DYNAMODB_ENGINE ?? '', strictnessOf(), {
  onCharged: charged.onCharged,
  onConsumed: (_accessKey, { read, write }) => {
    consumed.read += read;
    consumed.write += write;
  },
});
/** The URL of the front. */
export const dynamoDbUrl = front.endpoint;
process.env.AWS_ENDPOINT_URL_DYNAMODB = dynamoDbUrl;

afterAll(async () => {
  await front.stop();
  const { testPath = '' } = expect.getState();
  const file = relative(resolve(import.meta.dirname, '..'), testPath);
  const { UNITS_OF_FILES } = process.env;
  if (UNITS_OF_FILES !== undefined) appendFileSync(UNITS_OF_FILES, `${JSON.stringify({ file, ...consumed })}\n`);
});

/** The units that a call charges each partition key. */
export async function chargedBy(call: () => Promise<unknown>): Promise<ReadonlyMap<string, Rate>> {
  charged.clear();
  await call();
  return charged.byKey();
}

/** A request as the SDK passes it to a transport. */
interface Sent {
  readonly headers: Record<string, string>;
  /** The SDK's own form of JSON is bytes. */
  readonly body: string | Uint8Array;
}

/**
 * Lets a client ask the front without a connection and without a signature, which together took half of the time of a
 * request.
 */
export const withoutConnection: DynamoDBClientConfig = {
  signer: { sign: async (request) => request },
  requestHandler: {
    async handle({ headers, body }: Sent) {
      const sent =
        typeof body === 'string' ? body : Buffer.from(body.buffer, body.byteOffset, body.byteLength).toString();
      const {
        status,
        headers: answered = {},
        body: text,
      } = await front.answer({ headers: { ...headers, ...SIGNED } }, sent);
      return { response: { statusCode: status, headers: answered, body: Buffer.from(text) } };
    },
  },
};
