import type { SendResult } from '../../deliveries/result.ts';
import type { StoredDelivery } from '../../deliveries/schema.ts';
import { maskedHeaders } from '../../webhooks/custom-headers.ts';
import type { SendDeps } from '../port/send-deps.ts';
import { endedBy410, sendHttp } from './http-sender.ts';
import { signatureHeaders } from './sign.ts';

interface SigningSecrets {
  readonly secret: string;
  readonly previousSecrets?: readonly string[];
}

interface Receiver extends SigningSecrets {
  readonly url: string;
  /** Headers that the tenant chose. No name is one of the names below. */
  readonly headers?: Readonly<Record<string, string>>;
}

/** Posts the body of a delivery with the headers of the contract. */
export async function postSigned(
  { version, outbound, now }: Pick<SendDeps, 'version' | 'outbound' | 'now'>,
  { id, body, eventKind, eventId, correlationId = id }: StoredDelivery,
  n: number,
  { url, headers: chosen = {}, ...secrets }: Receiver,
): Promise<SendResult> {
  const headers = {
    ...chosen,
    'Content-Type': 'application/json',
    'User-Agent': `Chainwatch/${version}`,
    'X-Service-Event': eventKind,
    'X-Service-Delivery': id,
    'X-Service-Attempt': String(n),
    // The log lines of the request or block that caused the delivery carry the same id.
    'X-Request-Id': correlationId,
    ...(eventId !== null && { 'X-Service-Alert-Id': eventId }),
    ...signatureHeaders({ body, deliveryId: id, timestamp: now(), ...secrets }),
  };
  return endedBy410(
    await sendHttp(
      { url, body, headers, shownHeaders: { ...headers, ...maskedSignatures(headers), ...maskedHeaders(chosen) } },
      outbound,
    ),
  );
}

/** A key that only reads sees the body. With a whole signature, its user could send a message that receivers accept. */
const maskedSignatures = (headers: Readonly<Record<string, string>>): Record<string, string> =>
  Object.fromEntries(
    Object.entries(headers).flatMap(([name, value]) =>
      /signature/i.test(name) ? [[name, value.replace(/[\w+/]{20,}=*/g, (whole) => `${whole.slice(0, 6)}…`)]] : [],
    ),
  );
