import { nameIn, OPENS } from './opened-owner.ts';
import { isLoader, isToken, SYSTEM } from './programs.ts';
import { type Raw, type RawInstruction, rawOf } from './raw-fields.ts';
import { Instruction, isString, type RawTransaction } from './schema.ts';
import { SQUADS } from './squads.ts';
import { vaultOf } from './squads-vaults.ts';
import { stepOf } from './steps.ts';
import { callOf, deployerIn } from './transaction-message.ts';

/**
 * Every address that the decoded transaction may name, and few others. Runs on all transactions of a block, so it reads
 * only the necessary fields. Decoding takes ten times as long and runs only on transactions of watched wallets.
 *
 * Movements are between addresses whose balances changed. A mint stands for tokens that are minted or burned. A payment
 * to oneself changes no balance, so the function reads its address from the instruction. A failed transaction names its
 * payer, the called programs and the intended receiver.
 * @returns null for a transaction of another form, such as the encoding `jsonParsed`. See `addressesIn`.
 * @throws Error when an instruction that opens a token account is malformed.
 */
export function partiesOf(transaction: RawTransaction): string[] | null {
  const raw = rawOf(transaction);
  if (raw === null) return null;
  const { keys, outer, inner, isFailed, signatures } = raw;
  const parties = new Set<string>();
  const add = (address: unknown) => {
    if (isString(address)) parties.add(address);
  };
  for (const signer of keys.slice(0, signatures)) add(signer);
  for (const { programIdIndex } of outer) add(keys[programIdIndex]);
  const count = parties.size;
  if (!isFailed) addChanged(raw, add);
  if (parties.size === count) addReceivers(raw, add);
  if (isFailed) return [...parties];
  add(SYSTEM); // the other end of lamports without a holder; costs one read of the table per block
  addTokenHolders(raw, add);
  for (const instruction of outer) addInstructed(raw, instruction, add);
  for (const instruction of inner) addInstructed(raw, instruction, add);
  return [...parties];
}

type Add = (address: unknown) => void;

function addChanged({ keys, preBalances, postBalances }: Raw, add: Add): void {
  for (let index = 1; index < keys.length; index += 1) {
    if (preBalances[index] !== postBalances[index]) add(keys[index]);
  }
}

function addTokenHolders({ keys, tokenBalances }: Raw, add: Add): void {
  for (const { mint, owner, accountIndex } of tokenBalances) {
    add(mint);
    add(owner ?? keys[Number(accountIndex)]);
  }
}

/**
 * Adds the receivers of transfers that moved nothing: the second account or, behind a mint or a base, the third
 * account. For a token account, adds the owner and also the account, which may be the receiver of lamports.
 */
function addReceivers({ keys, outer, tokenBalances }: Raw, add: Add): void {
  for (const { programIdIndex, accounts } of outer) {
    if (!isRead(keys[programIdIndex])) continue;
    for (const index of accounts.slice(1, 3)) {
      add(keys[Number(index)]);
      add(tokenBalances.find(({ accountIndex }) => accountIndex === index)?.owner);
    }
  }
}

/**
 * Adds addresses that only instructions name: payments to oneself, owners of accounts that were closed, the parties of
 * approvals and of changes of authority, who deploys a program, and changed multisigs with their vaults.
 */
function addInstructed(raw: Raw, instruction: RawInstruction, add: Add): void {
  const { keys } = raw;
  const { programIdIndex, accounts, data } = instruction;
  const program = keys[programIdIndex];
  if (program === SQUADS) {
    const step = stepOf(callOf(Instruction.parse(instruction), keys));
    if (step?.does === 'changeMultisig' || step?.does === 'executeChanges') {
      add(step.multisig);
      add(vaultOf(step.multisig));
    }
  }
  if (isLoader(program ?? '')) add(deployerIn(callOf(Instruction.parse(instruction), keys)));
  if (!isRead(program)) return;
  const [first, second, third] = accounts;
  if (first === second || first === third) add(keys[Number(first)]);
  const name = program === SYSTEM ? null : nameIn(data);
  if (name === null) return;
  if (OPENS.has(name) && !isOwnerKnown(raw, first)) {
    const step = stepOf(callOf(Instruction.parse(instruction), keys));
    if (step?.does === 'open') add(step.owner);
  }
  // The decoder leaves out accounts that the transaction itself opened and closes again.
  if (name === 'closeAccount' && Number(raw.preBalances[Number(first)]) === 0) return;
  for (const place of ENTITLED.get(name) ?? []) add(keys[Number(accounts[place])]);
}

/** The places of the parties of approvals and of changes of authority among the accounts of an instruction. */
const ENTITLED: ReadonlyMap<string, readonly number[]> = new Map([
  ['approve', [1, 2]],
  ['approveChecked', [2, 3]],
  ['revoke', [1]],
  ['setAuthority', [0, 1]],
  ['closeAccount', [0, 2]],
]);

/** Whether the balances state the owner of the account at this index. */
function isOwnerKnown({ keys, tokenBalances }: Raw, index: unknown): boolean {
  const balances = tokenBalances.filter(({ accountIndex }) => accountIndex === index);
  return balances.length > 0 && balances.every(({ owner }) => isString(owner) && owner !== keys[Number(index)]);
}

const isRead = (program: string | undefined): program is string =>
  program !== undefined && (program === SYSTEM || isToken(program));
