import * as z from 'zod';
import { SQUADS } from '../../../lib/chains/solana/squads.ts';
import { ALICE, answer } from './answers.ts';
import { textOf } from './recorded.ts';

const Made = z.object({ accounts: z.array(z.string()), data: z.string() });
export type MadeInstruction = z.output<typeof Made>;
const Base64 = z.base64().transform((text) => Buffer.from(text, 'base64'));
const Fixture = z.object({
  multisig: z.string(),
  vault: z.string(),
  spendingLimit: z.string(),
  transaction: z.string(),
  configAuthority: z.string(),
  member: z.string(),
  old: z.string(),
  heir: z.string(),
  account: Base64,
  /** A program that accepts everything. */
  program: Base64,
  instructions: z.object({
    multisigAddMember: Made,
    multisigRemoveMember: Made,
    multisigChangeThreshold: Made,
    multisigSetTimeLock: Made,
    multisigSetConfigAuthority: Made,
    multisigAddSpendingLimit: Made,
    multisigRemoveSpendingLimit: Made,
    configTransactionCreate: Made,
    configTransactionExecute: Made,
    proposalApprove: Made,
  }),
});

/** Addresses, instructions and an account of Squads, as its client library makes them. */
export const squads = Fixture.parse(JSON.parse(textOf('squads.json')));
export const { instructions: made } = squads;

/** What the members agreed on in the account, in order. */
export const AGREED = [
  { kind: 'owner_added', before: null, after: squads.member },
  { kind: 'owner_removed', before: squads.old, after: null },
  { kind: 'threshold_changed', before: null, after: '3' },
  { kind: 'guard_changed', before: null, after: 'time lock of 3600 seconds' },
  { kind: 'module_enabled', before: null, after: squads.spendingLimit },
  { kind: 'module_disabled', before: squads.spendingLimit, after: null },
] as const;
export const UNREAD = { kind: 'signer_list_set', before: null, after: null } as const;
/** The changes as a decoded transaction states them. */
export const changed = (...changes: readonly object[]) =>
  changes.map((change) => ({ ...change, subject: squads.multisig, holder: squads.vault }));

interface More {
  /** Instructions that the last of the instructions calls. */
  readonly inner?: readonly MadeInstruction[];
  readonly err?: unknown;
  readonly signature?: string;
}

/** An answer of `getTransaction` about a transaction with these instructions of Squads. */
export function squadsAnswer(outer: readonly MadeInstruction[], { inner = [], err = null, signature }: More = {}) {
  const named = [...outer, ...inner].flatMap(({ accounts }) => accounts);
  const keys = [...new Set([ALICE, ...named, SQUADS])];
  const indexed = ({ accounts, data }: MadeInstruction) => ({
    programIdIndex: keys.indexOf(SQUADS),
    accounts: accounts.map((account) => keys.indexOf(account)),
    data,
  });
  const same = keys.map(() => 5_000);
  const whole = answer({
    keys,
    before: same,
    after: [0, ...same.slice(1)],
    instructions: outer.map(indexed),
    meta: { err, innerInstructions: [{ index: outer.length - 1, instructions: inner.map(indexed) }] },
  });
  const signatures = signature === undefined ? whole.transaction.signatures : [signature];
  return { ...whole, transaction: { ...whole.transaction, signatures } };
}
