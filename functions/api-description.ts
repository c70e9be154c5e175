import { channels } from '../lib/channels/index.ts';

const labels = [...new Set(channels.all.map(({ label }) => label))];
const byChannel = new Intl.ListFormat('en-GB', { type: 'conjunction' }).format(labels);

/** The description of the whole API in the OpenAPI document. */
export const apiDescription = [
  'Records on-chain transactions of the wallets of an organisation, evaluates alert rules on each and tells by',
  `${byChannel}. Amounts are decimal strings, instants ISO 8601 in UTC, errors application/problem+json (RFC 9457).`,
].join(' ');
