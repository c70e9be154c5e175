/** The most units of one invocation, or of one record of a batch. */
export interface Ceiling {
  readonly read: number;
  readonly write: number;
  /** Why the units depend on the data of the tests. */
  readonly why?: string;
}

/**
 * The write units of a route that costs reads: the limits of requests, and the payments for what it read. A payment
 * takes two writes when another process used the bucket last.
 */
const READER = 14;

const A_MATCH = 'The match of a subscription or a destination can have 26 KB.';

/**
 * The ceilings of the functions, by the last part of their names. Each is the most that the tests over the stack
 * consumed, plus a quarter and at least two units. If an invocation does all work that waits, the ceiling is three
 * times the most: on a slow machine more work waits. Writes whose condition failed are left out. An eventually
 * consistent read of 4 KB is half a read unit. An update of the rate limit of an API key
 * or of an organisation is one write unit.
 */
export const ceilings: Readonly<Record<string, Ceiling>> = {
  'acknowledge-event': { read: 12, write: 11 },
  admin: { read: 60, write: 75, why: 'A new organisation, or the deliveries of a replay.' },
  'annotate-transaction': { read: 6, write: 9, why: 'An internal record names two wallets.' },
  authorize: { read: 8, write: 3, why: 'Reads three items. Six units were seen once under load.' },
  'backfill-blocks': { read: 24, write: 36, why: 'Grows with the records of 25 blocks.' },
  'bulk-acknowledge-events': { read: 2200, write: 18000, why: 'Reviews 40 events of 172 KB in one test.' },
  'bulk-resolve-events': {
    read: 2200,
    write: 18000,
    why: 'Reviews 40 events of 172 KB in one test, as bulk-acknowledge-events does.',
  },
  'cancel-backfill': { read: 4, write: 6 },
  'cancel-export': { read: 4, write: 9 },
  'cancel-replay': { read: 4, write: 9 },
  'check-health': { read: 6, write: 3 },
  'compact-lists': { read: 60, write: 600, why: 'Packs all changes that wait, and a merge writes the tree of a list.' },
  'create-backfill': { read: 4, write: 12 },
  'create-export': { read: 4, write: 15 },
  'create-key': { read: 18, write: 17, why: 'Reads the keys of the organisation.' },
  'create-replay': { read: 12, write: 16, why: A_MATCH },
  'create-rule': { read: 20, write: 35, why: 'A rule has eight state items.' },
  'create-wallet': { read: 12, write: 49 },
  'create-destination': { read: 12, write: 78, why: `${A_MATCH} It reads as much as update-destination.` },
  'create-webhook': { read: 4, write: 73, why: A_MATCH },
  'delete-key': { read: 4, write: 11 },
  'delete-rule': { read: 2, write: 188, why: 'Deletes the 72 items that a rule may have.' },
  'delete-wallet': { read: 10, write: 50, why: 'A mute of the wallet has eight gates.' },
  'delete-destination': { read: 2, write: 73, why: A_MATCH },
  'delete-webhook': { read: 2, write: 73, why: A_MATCH },
  deliver: { read: 60, write: 195, why: 'A batch of one message may send further messages of the same limit.' },
  'evaluate-pending': { read: 40, write: 125, why: 'As evaluate-rules.' },
  'evaluate-rules': { read: 40, write: 125, why: 'Grows with the rules that fire and their deliveries.' },
  'expire-records': { read: 40, write: 12, why: 'Grows with the organisations of the stack.' },
  'export-transactions': { read: 292, write: READER, why: 'Grows with the rows.' },
  'get-backfill': { read: 3, write: 5 },
  'get-coverage': { read: 20, write: 14, why: 'A page asks for all chains at once, and one counter counts them.' },
  'get-delivery': { read: 5, write: 6 },
  'get-event': { read: 3, write: 5 },
  'get-export': { read: 3, write: 5 },
  'get-me': { read: 12, write: 5 },
  'get-replay': { read: 3, write: 5 },
  'get-rule': { read: 20, write: 5, why: 'Grows with the receivers that the audience counts.' },
  'get-destination': { read: 9, write: 5, why: A_MATCH },
  'get-balance-history': { read: 80, write: READER, why: 'Grows with the days and the wallets.' },
  'get-settings': { read: 24, write: 5, why: 'Grows with the addresses.' },
  'get-flows': { read: 60, write: READER, why: 'Grows with the transactions.' },
  'get-stats': { read: 28, write: READER, why: 'Grows with the hours and chains that have records.' },
  'get-transaction': { read: 6, write: 5, why: 'An internal record names two wallets.' },
  'get-wallet': { read: 3, write: 5 },
  'get-wallet-coverage': { read: 35, write: READER, why: 'Grows with the scanned ranges.' },
  'get-webhook': { read: 9, write: 5, why: A_MATCH },
  'forget-key': { read: 2, write: 2 },
  health: { read: 2, write: 2 },
  'import-transaction': { read: 27, write: 41, why: 'Grows with the calls and with the texts of the transaction.' },
  'keep-key': { read: 2, write: 5 },
  'list-backfills': { read: 3, write: READER },
  'list-balance-sums': { read: 150, write: READER, why: 'Grows with the wallets and their chains.' },
  'list-balances': { read: 40, write: READER, why: 'Grows with the tokens of a wallet, and what moved lately.' },
  'list-chains': { read: 2, write: 5 },
  'list-decisions': { read: 60, write: READER, why: 'Grows with the rules of the organisation.' },
  'list-deliveries': { read: 45, write: READER, why: 'Grows with the deliveries of the page.' },
  'list-events': { read: 1081, write: READER, why: 'Shows 40 events of 172 KB in one test.' },
  'list-exports': { read: 3, write: READER },
  'list-keys': { read: 22, write: READER, why: 'Grows with the keys of the page.' },
  'list-reconciliations': { read: 7, write: READER },
  'list-replays': { read: 3, write: READER, why: 'Grows with the replays of 90 days.' },
  'list-rules': { read: 2159, write: 21, why: 'Shows 40 rules of 172 KB in one test.' },
  'list-transactions': { read: 85, write: READER, why: 'Shows 40 records of 172 KB in one test.' },
  'list-wallets': { read: 4, write: READER },
  'list-destinations': { read: 40, write: READER, why: A_MATCH },
  'list-webhooks': { read: 40, write: READER, why: A_MATCH },
  // Some 100 units without the sample, which one run takes each day.
  handover: { read: 1100, write: 60, why: 'Compares 200 records with their lists once, and tells ends of mutes.' },
  'lookup-transaction': { read: 102, write: 6, why: 'Shows 40 records of 172 KB in one test.' },
  openapi: { read: 2, write: 2 },
  'preview-destinations': { read: 40, write: READER, why: A_MATCH },
  'receive-mail-feedback': { read: 3, write: 9 },
  'record-matches': { read: 60, write: 400, why: 'Grows with the matches that wait.' },
  'record-receipt': { read: 3, write: 3 },
  'run-operator-jobs': { read: 16, write: 22, why: 'Grows with what the organisation has.' },
  'replay-deliveries': { read: 2, write: 5 },
  'replay-delivery': { read: 5, write: 5 },
  'resend-confirmation': { read: 40, write: 12, why: A_MATCH },
  'resolve-event': { read: 12, write: 11 },
  'resume-backfill': { read: 4, write: 7 },
  'resume-key': { read: 3, write: 2 },
  'resume-replay': { read: 4, write: 9 },
  'rotate-webhook-secret': { read: 9, write: 37, why: A_MATCH },
  'run-canary': { read: 200, write: 21, why: 'Reads its receipt five times a second until the receipt is there.' },
  'run-jobs': { read: 100, write: 60, why: 'Grows with the deliveries of the replay.' },
  'set-values': { read: 60, write: 60, why: 'Reads the index, and sets the values of all records that wait.' },
  'show-acknowledge-link': { read: 8, write: 2 },
  'show-email-link': { read: 2, write: 2 },
  'preview-rule': { read: 40, write: READER, why: 'Grows with the records, of which it judges 200.' },
  'test-rule': { read: 7, write: READER },
  'test-destination': { read: 9, write: 16, why: A_MATCH },
  'test-webhook': { read: 9, write: 16, why: A_MATCH },
  'update-rule': { read: 20, write: 35, why: 'A rule has eight state items.' },
  'update-destination': { read: 12, write: 78, why: A_MATCH },
  'update-settings': { read: 60, write: 202, why: 'Grows with the new addresses: each gets a confirmation mail.' },
  'update-wallet': { read: 12, write: 44 },
  'update-webhook': { read: 9, write: 37, why: A_MATCH },
  'use-acknowledge-link': { read: 18, write: 12 },
  'use-email-link': { read: 3, write: 3 },
  'watch-chain': { read: 350, write: 700, why: 'A run scans for a minute.' },
  'write-export': { read: 32, write: 30, why: 'Grows with the rows.' },
};
