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
  Settings: 'The Slack URL and the e-mail addresses that the flags of a rule turn on.',
  Destinations: 'Places where people hear of what they match: e-mail, chats, pagers.',
  Chains: 'The chains, how far they are scanned, and scans of their history.',
  Service: 'The service itself.',
};
