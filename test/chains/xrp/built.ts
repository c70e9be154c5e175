import { chainOf } from '../../../lib/chains/registry.ts';
import { decodeTransaction } from '../../../lib/chains/xrp/xrp-decode.ts';

export const ALICE = 'rGFuMiw48HdbnrUbkRYuitXTmfrDBNTCnX';
export const BOB = 'rNNuQMuExCiEjeZ4h9JJnj5PSWypdMXDj4';
export const MAKER = 'rBQkEKFMnBjc19DRaY7ThLJ2woqQManbTt';
export const GATE = 'rvYAfWj5gh67oV6fW32ZzP3Aw4Eubs59B';
/** The id of a multi-purpose token that GATE issued. */
export const TOKEN = '000000010A20B3C85F482532A9578DBB3950B85CA06594D1';
export const hash = 'AB'.repeat(32);
export const ledger = { height: 7, timestamp: '2026-01-31T09:00:00.000Z' };
/** The flag of a partial payment. */
export const PARTIAL = 0x00020000;

export type Node = Record<string, unknown>;
export const modified = (LedgerEntryType: string, FinalFields: Node, PreviousFields: Node) => ({
  ModifiedNode: { LedgerEntryType, FinalFields, PreviousFields },
});
export const account = (Account: string, before: string, after: string) =>
  modified('AccountRoot', { Account, Balance: after }, { Balance: before });
export const usd = (value: string, issuer = GATE) => ({ currency: 'USD', issuer, value });
/** A changed trust line: `holder` is the low account and holds a currency that GATE issued. */
export const line = (holder: string, before: string, after: string) =>
  modified(
    'RippleState',
    { Balance: usd(after), LowLimit: usd('100', holder), HighLimit: usd('0') },
    { Balance: usd(before) },
  );
export const holding = (Account: string, before: Node, after: Node) =>
  modified('MPToken', { Account, MPTokenIssuanceID: TOKEN, ...after }, before);
export const issuance = (before: Node, OutstandingAmount: string) =>
  modified('MPTokenIssuance', { Issuer: GATE, Sequence: 1, OutstandingAmount }, before);

interface Given {
  readonly result?: string;
  readonly nodes?: readonly unknown[];
  readonly meta?: Node;
}
/**
 * Decodes a transaction of ALICE that changed these entries. Without other fields, the transaction is a Payment with a
 * fee of 10 drops.
 */
export const decode = (fields: Node, { result = 'tesSUCCESS', nodes = [], meta = {} }: Given = {}) =>
  decodeTransaction(
    chainOf('xrp'),
    {
      hash,
      fields: { Account: ALICE, TransactionType: 'Payment', Fee: '10', ...fields },
      meta: { TransactionResult: result, AffectedNodes: nodes, ...meta },
    },
    ledger,
  );
/** The movements of the transaction that `decode` builds, each movement as a text. */
export const transferLines = (...given: Parameters<typeof decode>) =>
  decode(...given).movements.map(({ from, to, amount, asset }) => `${from} → ${to} ${amount} ${asset}`);
