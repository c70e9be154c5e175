import * as z from 'zod';
import { printable } from '../../values/text.ts';
import type { BlockTransaction, Chain, ChainBlock, DecodedTransaction } from '../port/chain.ts';
import { toDecimal, XRP } from './asset.ts';
import type { Ledger } from './ledger.ts';
import { Integer, type RawTransaction, Referring } from './schema.ts';
import { decodeTransaction, type LedgerHeader, located } from './xrp-decode.ts';
import { partiesOf } from './xrp-parties.ts';
import { referencesOf } from './xrp-references.ts';

const REASON_LENGTH = 300;

/** A ledger as a block. A transaction that cannot be decoded becomes a record of its known fields without movements. */
export function blockOf(chain: Chain, { transactions, ...header }: Ledger): ChainBlock {
  return { ...header, transactions: transactions.map((raw) => blockTransaction(chain, raw, header)) };
}

const blockTransaction = (chain: Chain, raw: RawTransaction, ledger: LedgerHeader): BlockTransaction => ({
  hash: raw.hash,
  parties: partiesOf(raw),
  async decode(_signal, of) {
    try {
      return { transaction: decodeTransaction(chain, raw, ledger, of), undecoded: null };
    } catch (error) {
      const reason = error instanceof z.ZodError ? z.prettifyError(error) : String(error);
      return { transaction: outline(chain, raw, ledger), undecoded: printable(reason, REASON_LENGTH) };
    }
  },
});

const Known = z.object({
  Account: z.string().catch(''),
  Destination: z.string().nullable().catch(null),
  TransactionType: z.string().max(128).nullable().catch(null),
  Fee: Integer.catch('0'),
  DestinationTag: Referring.DestinationTag.catch(undefined),
  SourceTag: Referring.SourceTag.catch(undefined),
  InvoiceID: Referring.InvoiceID.catch(undefined),
  Memos: Referring.Memos.catch(undefined),
});
const NothingKnown = { Account: '', Destination: null, TransactionType: null, Fee: '0' };
const Failed = z.object({ TransactionResult: z.string().startsWith('tec') });

/** The record of a transaction that cannot be decoded. Never throws. */
function outline(chain: Chain, raw: RawTransaction, ledger: LedgerHeader): DecodedTransaction {
  const known = Known.catch(NothingKnown).parse(raw.fields);
  return {
    ...located(chain, raw.hash, ledger),
    // A ledger holds only successful transactions and failed transactions that paid the fee (tec).
    status: Failed.safeParse(raw.meta).success ? 'failed' : 'success',
    fromAddress: known.Account,
    toAddress: known.Destination,
    kind: 'contract_call',
    methodName: known.TransactionType,
    feeAmount: toDecimal({ asset: XRP, units: BigInt(known.Fee) }),
    movements: [],
    ...referencesOf({ ...known, TransactionType: known.TransactionType ?? '' }, []),
  };
}
