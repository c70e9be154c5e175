/** The documents of `docs/` that users read, in the order of the navigation, by what readers want to do. */
export const TASKS = [
  {
    task: 'Begin',
    guides: [
      {
        path: 'guides/first-alert',
        says: 'Watch a wallet on your machine, pay it, and see the alert reach a receiver that verifies it.',
      },
      {
        path: 'guides/treasury-in-ten-minutes',
        says: 'Name wallets and the addresses that you pay, write five rules, and choose who hears of them.',
      },
    ],
  },
  {
    task: 'Watch over money',
    guides: [
      {
        path: 'guides/rules-by-example',
        says: 'A rule of each type, as the API takes it and as the form of the console says it.',
      },
      {
        path: 'guides/who-gets-which-alerts',
        says: 'Send the right alerts to a council, a desk and an engineer on call, and find what nobody hears.',
      },
      {
        path: 'guides/triage-alerts',
        says: 'Review the open alerts in the console with a few keys, one at a time or hundreds at once.',
      },
      {
        path: 'guides/sanctioned-addresses',
        says: 'Follow a public list of sanctioned addresses, and hear of each payment with one of them.',
      },
      {
        path: 'guides/prove-the-audit-log',
        says: 'Show an auditor who changed what, and that nobody has altered the record.',
      },
    ],
  },
  {
    task: 'Write programs',
    guides: [
      {
        path: 'guides/exchange',
        says: 'Watch the deposit addresses of all customers, and book each deposit with the number of its account.',
      },
      {
        path: 'guides/receivers-that-survive',
        says: 'Lose no webhook and do nothing twice: crashes, outages, new secrets and reorganisations.',
      },
    ],
  },
  {
    task: 'Look things up',
    guides: [
      { path: 'webhooks', says: 'What a webhook contains, how to verify it, and when Chainwatch sends it again.' },
      { path: 'api', says: 'How all endpoints behave: lists, filters, errors, limits, and what each resource is for.' },
      { path: 'cli', says: 'Each command of chainwatch, and the file that describes a whole organisation.' },
    ],
  },
] as const;

export const GUIDES = TASKS.flatMap(({ guides }) => guides.map(({ path }) => path));

export type Guide = (typeof GUIDES)[number];

/** The name of its page, beside the pages of the other guides. */
export const fileOf = (guide: Guide): string => `${guide.replace('guides/', '')}.html`;
