import { labelsOf } from '../../lib/channels/channel-registry.ts';
import { channels } from '../../lib/channels/index.ts';

/** The description of the whole API in the OpenAPI document. */
export const apiDescription = [
  'Records on-chain transactions of the wallets of an organisation, evaluates alert rules on each and tells by',
  `${labelsOf(channels.all)}. Amounts are decimal strings, instants ISO 8601 in UTC,`,
  'errors application/problem+json (RFC 9457).',
].join(' ');
