import * as z from 'zod';
import type { AuthorityChange } from '../port/chain.ts';
import { type AffectedNode, type Fields, isObject } from './schema.ts';

/** The flag of an account whose master key cannot sign. */
const MASTER_DISABLED = 0x00100000;

/**
 * The change of authority over the account of a successful transaction. The changed entries state the values, because
 * a transaction can also set a value that the account already has.
 *
 * The master key has only the kind `master_key_disabled`. Its values are `true` and `false`, so that the record also
 * shows when the key can sign again.
 */
export function authorityOf({ TransactionType, Account: subject }: Fields, nodes: readonly AffectedNode[]) {
  const changed = (kind: AuthorityChange['kind'], before: string | null, after: string | null): AuthorityChange[] => [
    { kind, subject, before, after },
  ];
  const { before, after } = accountIn(nodes, subject);
  switch (TransactionType) {
    case 'SetRegularKey':
      return changed('regular_key_set', before.RegularKey ?? null, after.RegularKey ?? null);
    case 'AccountSet': {
      const was = isDisabled(before) ?? isDisabled(after) ?? false;
      const is = isDisabled(after) ?? false;
      return was === is ? [] : changed('master_key_disabled', String(was), String(is));
    }
    case 'SignerListSet':
      return signerListsIn(nodes)
        .filter((list) => list.before !== list.after)
        .flatMap((list) => changed('signer_list_set', list.before, list.after));
    case 'AccountDelete':
      return changed('account_closed', null, null);
    default:
      return [];
  }
}

const Root = z.object({
  Account: z.string().optional(),
  RegularKey: z.string().optional(),
  Flags: z.number().optional(),
});
type Root = z.output<typeof Root>;

/** Undefined where the fields do not state the flags: before the transaction, because the flags did not change. */
const isDisabled = ({ Flags }: Root): boolean | undefined =>
  Flags === undefined ? undefined : (Flags & MASTER_DISABLED) !== 0;

/** The entry of an account before and after. `before` has only the fields that changed. */
function accountIn(nodes: readonly AffectedNode[], account: string): { before: Root; after: Root } {
  for (const { ModifiedNode } of nodes) {
    if (ModifiedNode?.LedgerEntryType !== 'AccountRoot') continue;
    const after = Root.parse(ModifiedNode.FinalFields ?? {});
    if (after.Account === account) return { before: Root.parse(ModifiedNode.PreviousFields ?? {}), after };
  }
  return { before: {}, after: {} };
}

const SignerList = z.object({
  SignerQuorum: z.number(),
  SignerEntries: z.array(z.object({ SignerEntry: z.object({ Account: z.string(), SignerWeight: z.number() }) })),
});

/** The list of signers before and after; null where there is no list. The entry may be new, replaced or deleted. */
function signerListsIn(nodes: readonly AffectedNode[]): { before: string | null; after: string | null }[] {
  return nodes.flatMap(({ CreatedNode, ModifiedNode, DeletedNode }) => {
    const entry = CreatedNode ?? ModifiedNode ?? DeletedNode;
    if (entry?.LedgerEntryType !== 'SignerList') return [];
    const fields = entry.NewFields ?? entry.FinalFields;
    const final = isObject(fields) ? fields : {};
    const previous = isObject(entry.PreviousFields) ? { ...final, ...entry.PreviousFields } : final;
    return {
      before: CreatedNode === undefined ? textOf(previous) : null,
      after: DeletedNode === undefined ? textOf(final) : null,
    };
  });
}

/** The quorum and the weight of each signer, as JSON; null where the entry does not state them. */
function textOf(fields: unknown): string | null {
  const list = SignerList.safeParse(fields).data;
  if (list === undefined) return null;
  const { SignerQuorum: quorum, SignerEntries } = list;
  const signers = SignerEntries.map(({ SignerEntry: { Account, SignerWeight } }) => [Account, SignerWeight] as const);
  return JSON.stringify({ quorum, signers: Object.fromEntries(signers) });
}
