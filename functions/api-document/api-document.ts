import { describedChannels, labelsOf } from '../../lib/channels/channel-registry.ts';
import { channels } from '../../lib/channels/index.ts';
import type { ApiDocument } from '../../lib/platform/http/openapi-document.ts';
import packageJson from '../../package.json' with { type: 'json' };
import { examples } from './examples/index.ts';
import { answerVariants, requestVariants } from './rule-variants.ts';
import { webhooksOf } from './webhook-operations.ts';

/** The tags of the routes, in the order of the document. */
export const tags: Readonly<Record<string, string>> = {
  Transactions: 'What moved from or to the wallets: list, search, annotate, look up and import.',
  Exports: 'Files with all transactions that a filter finds, made in the background.',
  'Alert rules': 'When to tell people of a transaction. Each rule type has conditions of its own.',
  'Alert events': 'The alerts that fired, and their review.',
  Webhooks: 'Subscriptions of receivers, their secrets and their health.',
  Deliveries: 'Messages to receivers, with each attempt, and replays.',
  Wallets: 'The addresses that an organisation watches.',
  Balances: 'Balances of the wallets, compared with what their transactions add up to.',
  'Address book': 'Addresses of others with a label. Records show the labels at both ends.',
  'Address lists': 'Named lists of addresses that rules compare with, from the address book and from a source.',
  Statistics: 'Counts by hour or day.',
  'API keys': 'The keys of the organisation.',
  Audit: 'Who changed what, and when.',
  Settings: 'The Slack URL and the e-mail addresses that the flags of a rule turn on.',
  Destinations: 'Places where people hear of what they match: e-mail, chats, pagers.',
  Chains: 'The chains, how far they are scanned, and scans of their history.',
  Service: 'The service itself.',
};

/** The description of the whole API in the OpenAPI document. */
export const apiDescription = [
  'Records on-chain transactions of the wallets of an organisation, evaluates alert rules on each and tells by',
  `${labelsOf(channels.all)}. Amounts are decimal strings, instants ISO 8601 in UTC,`,
  'errors application/problem+json (RFC 9457).',
].join(' ');

/** What the OpenAPI document says beside the routes. */
export const apiDocument: ApiDocument = {
  info: {
    title: 'Chainwatch',
    version: packageJson.version,
    description: apiDescription,
    license: { name: packageJson.license, identifier: packageJson.license },
    contact: { name: 'Chainwatch' },
  },
  servers: [
    {
      url: 'https://{apiId}.execute-api.{region}.amazonaws.com/{stage}',
      description: 'A deployed stage',
      variables: {
        apiId: { default: 'a1b2c3d4e5', description: 'An output of the stack' },
        region: { default: 'eu-central-1' },
        stage: { default: 'prod' },
      },
    },
    { url: 'http://127.0.0.1:3000', description: 'The local stack: npm start' },
  ],
  tags,
  examples,
  variants: { input: requestVariants, output: answerVariants },
  webhooks: webhooksOf,
  extensions: { 'x-channels': describedChannels(channels) },
};
