import * as z from 'zod';
import { idIn, keys, organisationIn } from '../platform/table/keys.ts';
import { packedJson, unpacking } from '../platform/table/packed-json.ts';
import { Attempt, StoredDelivery } from './schema.ts';

/** The text must never change: see `packedJson`. */
const { pack, unpack } = packedJson(
  '"kind":"email","to":"subject":"text":"html":"kind":"slack","kind":"custom","ruleId":"","error":"timeout: ' +
    '"error":"The receiver answered 500.","statusCode":500,"event":"ping","webhook":{"id":""}' +
    '"event":"alert.retracted","event_id":"","retracted_at":"2026-"eventKind":"alert.retracted","chain":"solana",' +
    '"chain":"polygon","chain":"arbitrum","chain":"base","chain":"ethereum","severity":"critical","severity":"high",' +
    '"wallet":{"id":"","label":"","address":"0x"},"direction":"outbound","direction":"inbound","transfers":[{"asset":' +
    '"ETH","tokenAddress":null,"tokenId":null,"standard":"native","origin":"value","asset":"USDC","tokenAddress":"0x' +
    '","standard":"erc20","from":"0x","to":"0x","amount":"","valueUsd":null,"valueUsd":"","origin":"log"}],' +
    '"approvals":[],"authority":[],"reasons":["[{"n":1,"at":"2026-00.000Z","statusCode":200,"error":null,' +
    '"durationMs":,"responseExcerpt":""}]{"webhookId":"","webhookId":null,"ruleId":"","eventId":"","eventKind":' +
    '"alert.fired","channel":{"kind":"webhook","webhookId":""},"createdAt":"2026-00.000Z","body":"{\\"event\\":' +
    '\\"alert.fired\\",\\"fired_at\\":\\"2026-00.000Z\\",\\"rule\\":{\\"id\\":\\"\\",\\"name\\":\\"\\"},' +
    '\\"transaction\\":{\\"hash\\":\\"0x\\",\\"chain\\":\\"ethereum\\",\\"from\\":\\"0x\\",\\"to\\":\\"0x\\",' +
    '\\"value_eth\\":\\"0.\\",\\"value_usd\\":\\"\\",\\"block\\":,\\"timestamp\\":\\"2026-00.000Z\\"}}"}',
);

/** The same for the headers of a request. */
const headersOf = packedJson(
  '{"Content-Type":"application/json","User-Agent":"Chainwatch/0.2.0","Authorization":"…","X-Service-Signature-' +
    'Previous":"sha256=","X-Service-Event":"alert.retracted","X-Service-Event":"alert.fired","X-Service-Delivery":"",' +
    '"X-Service-Attempt":"1","X-Request-Id":"","X-Service-Alert-Id":"","X-Service-Signature":"sha256=","webhook-id":' +
    '"","webhook-timestamp":"17","webhook-signature":"v1,="}',
);

/** The attributes of a delivery, for updates. */
export type DeliveryAttributes = Omit<StoredDelivery, 'attempts' | 'sentHeaders'> & {
  readonly attempts: Uint8Array;
  readonly sentHeaders: Uint8Array;
};

/** The attempts of one generation, as an attribute. */
export const packAttempts = (attempts: readonly Attempt[]): Uint8Array => pack(attempts);

/** The headers of the last request, as an attribute. */
export const packHeaders = (headers: Readonly<Record<string, string>>): Uint8Array => headersOf.pack(headers);

/**
 * A delivery as an item of the table. The fields that never change are one packed attribute. A usual item then has less
 * than 1 KB with its body and its first attempt, so that each write of an attempt costs one unit.
 */
export function deliveryItemOf(delivery: StoredDelivery) {
  const { organisationId, id, webhookId, ruleId, eventId, eventKind, channel, createdAt, body, ...more } = delivery;
  const { correlationId, alertSummary, transactionId, review, ...rest } = more;
  const { attempts, sentHeaders, ...changing } = rest;
  const of = { webhookId, ruleId, eventId, transactionId, eventKind };
  return {
    ...keys.delivery(organisationId, id),
    ...changing,
    packed: pack({ ...of, channel, createdAt, body, correlationId, alertSummary, review }),
    ...(attempts.length > 0 && { attempts: packAttempts(attempts) }),
    ...(sentHeaders !== undefined && { sentHeaders: packHeaders(sentHeaders) }),
  };
}

const Bytes = z.instanceof(Uint8Array);
const Packed = z.looseObject({
  pk: z.string(),
  sk: z.string(),
  packed: Bytes,
  attempts: Bytes.optional(),
  sentHeaders: Bytes.optional(),
});

function unpackDelivery(item: unknown): unknown {
  const { pk, sk, packed, attempts, sentHeaders, ...plain } = Packed.parse(item);
  const fixed = z.looseObject({}).parse(unpack(packed));
  return {
    organisationId: organisationIn(pk),
    id: idIn(sk),
    ...fixed,
    ...plain,
    attempts: attempts === undefined ? [] : unpack(attempts),
    ...(sentHeaders !== undefined && { sentHeaders: headersOf.unpack(sentHeaders) }),
  };
}

/** A delivery as the table holds it. */
export const DeliveryItem = unpacking(unpackDelivery, StoredDelivery);

const Attempts = z.looseObject({ attempts: Bytes });

/** The attempts of an earlier generation, which have one item. */
export const AttemptsItem = unpacking((item) => unpack(Attempts.parse(item).attempts), z.array(Attempt));
