import type { AuthorityChange } from '../port/chain.ts';

/** The effect of an instruction. Token steps name token accounts, not the owners. */
export type Step =
  | {
      readonly does: 'pay';
      readonly from: string;
      readonly to: string;
      readonly amount: bigint;
      /** The bytes of data of the account that the payment creates. */
      readonly space?: bigint;
    }
  /** Gives an account its data, after a payment to the account. */
  | { readonly does: 'allocate'; readonly account: string; readonly space: bigint }
  | { readonly does: 'move'; readonly from: string; readonly to: string; readonly amount: bigint }
  | { readonly does: 'mint'; readonly mint: string; readonly to: string; readonly amount: bigint }
  | { readonly does: 'burn'; readonly mint: string; readonly from: string; readonly amount: bigint }
  /** Opens a token account. */
  | { readonly does: 'open'; readonly account: string; readonly mint: string; readonly owner: string }
  /** Closes a token account and pays all of its lamports to `to`. */
  | { readonly does: 'close'; readonly account: string; readonly to: string; readonly authority: string }
  /** Wraps the lamports that an account of wrapped SOL received. */
  | { readonly does: 'sync'; readonly account: string }
  | Approve
  | { readonly does: 'revoke'; readonly account: string; readonly authority: string }
  | SetAuthority
  | ChangeStep;

/** Lets the spender, the delegate, move tokens of the account. */
export interface Approve {
  readonly does: 'approve';
  readonly account: string;
  readonly spender: string;
  readonly authority: string;
  readonly amount: bigint;
  /** Only a checked approval states the mint and its decimals. */
  readonly checked: { readonly mint: string; readonly decimals: number } | null;
}

/** A change of who may act for a multisig of Squads. */
export type MultisigChange = Pick<AuthorityChange, 'kind' | 'before' | 'after'>;

/** An account that keeps changes of a multisig. */
export interface Proposal {
  readonly multisig: string;
  readonly account: string;
}

/** Changes a multisig of Squads; keeps changes in an account; makes the changes that an account keeps. */
export type ChangeStep =
  | { readonly does: 'changeMultisig'; readonly multisig: string; readonly changes: readonly MultisigChange[] }
  | (Proposal & { readonly does: 'proposeChanges'; readonly changes: readonly MultisigChange[] })
  | (Proposal & { readonly does: 'executeChanges' });

/** Gives one of the authorities over a token account or a mint to another address, or to none. */
export interface SetAuthority {
  readonly does: 'setAuthority';
  readonly subject: string;
  readonly before: string;
  readonly after: string | null;
  /** Whether the authority is the ownership of a token account. */
  readonly isOwnership: boolean;
}
