import { readdirSync, readFileSync } from 'node:fs';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import * as z from 'zod';
import { close, listen } from '../processes/servers.ts';
import { type ArchivedLedger, archivedLedger } from './recorded/archived-ledger.ts';
import { recordingFolder } from './recorded/recording-files.ts';

const RECORDED = fileURLToPath(new URL('ledgers', recordingFolder('xrp')));

/** A payment between two accounts that no other recorded transaction touches, for demonstrations. */
export const RECORDED_PAYMENT = {
  ledger: 11_119_611,
  hash: '560C250E342E1718B846AC9C950EF0B72EA61EDA20F7B3ABCC434373E885D66C',
  from: 'rhVzF32dHwAPTC14SHiiXiCyLpbaPHQghL',
  to: 'rHdjyZWdQsgGqbrjG9uVFaAFcmWtwFd8jV',
  /** In XRP. */
  amount: '200',
};

/** A payment with a destination tag in the ledger before, of one unit of a currency that its receiver issues. */
export const TAGGED_PAYMENT = {
  ledger: 11_119_610,
  hash: '7A58A10737960AB339DE336ED0CBBC8AA8B663A686EF7F978608BBF513A4083E',
  to: 'rBeToNo4AwHaNbRX2n4BNCYKtpTyFLQwkj',
  destinationTag: 191_150,
  memo: 'rtunknown',
};

export interface RecordedLedgersOptions {
  /** The folder of the ledgers, one file each, as archived in the format of API version 1. */
  readonly folder?: string;
  /** The index of the newest validated ledger at the start. Default: the last ledger of the run. */
  readonly head?: number;
}

export interface RecordedLedgers {
  readonly url: string;
  /** The first index of the served run. */
  readonly first: number;
  readonly last: number;
  /** The index of the newest validated ledger. */
  readonly head: number;
  /** Validates the next ledger. Returns false after the last ledger. */
  advance(): boolean;
  stop(): Promise<void>;
}

/**
 * Simulates a server of the XRP Ledger over JSON-RPC, with the methods `ledger`, `tx` and `account_info` in the format
 * of API version 2. Serves the longest run of recorded ledgers that are linked by their hashes. Ledgers after the head
 * are not found, as on a live server.
 * @throws Error when the folder holds no ledger, or when `head` is not in the run.
 */
export async function startRecordedLedgers(options: RecordedLedgersOptions = {}): Promise<RecordedLedgers> {
  const run = longestRun(readLedgers(options.folder ?? RECORDED));
  const [first, last] = [run.at(0)?.index, run.at(-1)?.index];
  if (first === undefined || last === undefined) throw new Error('There is no recorded ledger');
  let head = options.head ?? last;
  if (head < first || head > last)
    throw new Error(`Ledger ${head} is not recorded, only those from ${first} to ${last}`);
  const answer = async (request: IncomingMessage, response: ServerResponse) => {
    const result = resultOf(await text(request), run, head);
    response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify({ result }));
  };
  const { server, url } = await listen((request, response) => {
    answer(request, response).catch((error: unknown) => response.destroy(error instanceof Error ? error : undefined));
  }, 0);
  return {
    url,
    first,
    last,
    get head() {
      return head;
    },
    advance() {
      if (head === last) return false;
      head += 1;
      return true;
    },
    stop: () => close(server),
  };
}

const readLedgers = (folder: string): ArchivedLedger[] =>
  readdirSync(folder)
    .filter((file) => file.endsWith('.json'))
    .map((file) => archivedLedger(JSON.parse(readFileSync(join(folder, file), 'utf8'))))
    .sort((a, b) => a.index - b.index);

/** The longest run in which each ledger names its predecessor as parent. Of several such runs, the latest. */
function longestRun(ledgers: readonly ArchivedLedger[]): ArchivedLedger[] {
  let longest: ArchivedLedger[] = [];
  let run: ArchivedLedger[] = [];
  for (const ledger of ledgers) {
    run = run.at(-1)?.hash === ledger.parentHash ? [...run, ledger] : [ledger];
    if (run.length >= longest.length) longest = run;
  }
  return longest;
}

const LedgerRequest = z.object({
  method: z.literal('ledger'),
  params: z.tuple([
    z.object({
      ledger_index: z.union([z.literal('validated'), z.coerce.number()]),
      transactions: z.boolean().default(false),
      expand: z.boolean().default(false),
    }),
  ]),
});
const TransactionRequest = z.object({
  method: z.literal('tx'),
  params: z.tuple([z.object({ transaction: z.string() })]),
});
const AccountRequest = z.object({
  method: z.literal('account_info'),
  params: z.tuple([z.object({ account: z.string(), ledger_hash: z.string() })]),
});
const Request = z.discriminatedUnion('method', [LedgerRequest, TransactionRequest, AccountRequest]);

/** A server of the XRP Ledger answers errors in the result, with HTTP 200. */
const failure = (error: string, code: number) => ({ status: 'error', error, error_code: code });

/** @param run the ledgers in ascending order, of which those up to the head are validated. */
function resultOf(body: string, run: readonly ArchivedLedger[], head: number): object {
  const validated = run.filter(({ index }) => index <= head);
  const request = Request.safeParse(jsonOrNull(body)).data;
  if (request === undefined) return failure('invalidParams', 31);
  if (request.method === 'tx') {
    const hash = request.params[0].transaction.toUpperCase();
    const found = validated.map((ledger) => ledger.transaction(hash)).find((transaction) => transaction !== null);
    return found ? { ...found, status: 'success' } : failure('txnNotFound', 29);
  }
  if (request.method === 'account_info') {
    const { account, ledger_hash } = request.params[0];
    const ledger = validated.find(({ hash }) => hash === ledger_hash);
    return ledger === undefined ? failure('lgrNotFound', 21) : accountIn(ledger, account, run);
  }
  const { ledger_index: wanted, transactions, expand } = request.params[0];
  const found = wanted === 'validated' ? validated.at(-1) : validated.find(({ index }) => index === wanted);
  if (found === undefined) return failure('lgrNotFound', 21);
  return { ...found.answer(transactions ? (expand ? 'expanded' : 'hashes') : 'none'), status: 'success' };
}

/**
 * The balance after the last change up to the ledger, or before the first change after the ledger. Nothing is known of
 * an account without a change, so such an account does not exist here.
 */
function accountIn({ index, hash }: ArchivedLedger, account: string, run: readonly ArchivedLedger[]): object {
  const changes = run.flatMap((ledger) => {
    const balance = ledger.balance(account);
    return balance === null ? [] : [{ ...balance, isPast: ledger.index <= index }];
  });
  const balance =
    changes.findLast(({ isPast }) => isPast)?.after ?? changes.find(({ isPast }) => !isPast)?.before ?? null;
  const within = { ledger_hash: hash, ledger_index: index, validated: true };
  if (balance === null) return { ...failure('actNotFound', 19), ...within };
  return { account_data: { Account: account, Balance: balance }, ...within, status: 'success' };
}

function jsonOrNull(body: string): unknown {
  try {
    return JSON.parse(body);
  } catch {
    return null; // refused like every other malformed request
  }
}
