import { printable } from '../text.ts';

/** What a notification tells of an alert event; a stored event has this shape and more. */
export interface Alert {
  readonly id: string;
  readonly ruleName: string;
  readonly severity: 'info' | 'warning' | 'critical';
  /** ISO 8601 */
  readonly firedAt: string;
  /** ISO 8601; set when the notification tells that the alert does not hold any more. */
  readonly retractedAt?: string | null;
  readonly transaction: {
    readonly hash: string;
    readonly chain: string;
    readonly direction: string;
    readonly fromAddress: string;
    readonly txType: string;
    /** Null for a contract deploy, and for what has no recipient on its chain. */
    readonly toAddress: string | null;
    readonly tokenSymbol: string;
    readonly tokenAmount: string;
    readonly valueUsd: string | null;
    readonly wallet: { readonly label: string };
  };
}

/** What e-mail and Slack both tell, in one line each and bounded, not yet escaped for either. */
export interface AlertText {
  /** `critical: Large transfer` */
  readonly title: string;
  /** `1.5 ETH` */
  readonly amount: string;
  readonly facts: readonly Fact[];
  /** As the parser writes it, so that it holds no blank, quote or angle bracket. */
  readonly explorerUrl: string | undefined;
}

export interface Fact {
  readonly name: string;
  readonly value: string;
}

/** Code points of a value. Addresses, hashes and the amounts of real life fit; longer ones end in an ellipsis. */
const MAX_VALUE = 100;
const MAX_SYMBOL = 32;

/**
 * The text of an alert. Names and labels are the tenant's, token symbols whoever's made the token: none is trusted.
 * @param explorerUrl Page of the transaction, from the chain registry.
 */
export function alertText(alert: Alert, explorerUrl?: string): AlertText {
  const { transaction: tx } = alert;
  const amount = `${value(tx.tokenAmount)} ${printable(tx.tokenSymbol, MAX_SYMBOL)}`;
  const retractedAt = alert.retractedAt ?? null;
  const facts = {
    ...(retractedAt !== null && {
      Retracted: `${value(retractedAt)}: the block of this transaction is no longer part of the chain`,
    }),
    Wallet: value(tx.wallet.label),
    Amount: `${amount} (${tx.valueUsd === null ? 'USD value unknown' : `${value(tx.valueUsd)} USD`})`,
    Direction: value(tx.direction),
    From: value(tx.fromAddress),
    To: value(tx.toAddress ?? (tx.txType === 'contract_deploy' ? 'contract deploy' : 'nobody')),
    Chain: value(tx.chain),
    Transaction: value(tx.hash),
    Fired: value(alert.firedAt),
    Event: value(alert.id),
  };
  return {
    title: `${retractedAt === null ? '' : 'Retracted: '}${alert.severity}: ${value(alert.ruleName)}`,
    amount,
    facts: Object.entries(facts).map(([name, value]) => ({ name, value })),
    explorerUrl: explorerUrl === undefined ? undefined : new URL(explorerUrl).href,
  };
}

const value = (text: string): string => printable(text, MAX_VALUE);
