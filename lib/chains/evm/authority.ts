import { AbiCoder, getBytes, id } from 'ethers';
import * as z from 'zod';
import type { AuthorityChange, AuthorityKind } from '../port/chain.ts';
import { checksumOf } from './evm-address.ts';
import { addressIn, argumentOf, type LowerLog, loweredLog, wordAt } from './log-words.ts';
import type { EvmLog } from './schema.ts';

/** A change without the address that changed: the contract that logged the event. */
type Change = Pick<AuthorityChange, 'kind' | 'before' | 'after'>;
/** Returns nothing when the arguments of the log do not fit its event. */
type Decode = (log: LowerLog) => readonly Change[];

/** The address in the n-th argument, in checksum form; null for another value. */
function addressOf(log: LowerLog, n: number): string | null {
  const address = addressIn(argumentOf(log, n));
  return address === null ? null : checksumOf(address);
}

/**
 * Events whose n-th argument joins, leaves or takes over. A removed guard and an abandoned ownership keep the zero
 * address of the event, because null means that the value is unknown.
 */
const joins =
  (kind: AuthorityKind, n = 0): Decode =>
  (log) => {
    const member = addressOf(log, n);
    return member === null ? [] : [{ kind, before: null, after: member }];
  };
const leaves =
  (kind: AuthorityKind, n = 0): Decode =>
  (log) => {
    const member = addressOf(log, n);
    return member === null ? [] : [{ kind, before: member, after: null }];
  };
const replaces =
  (kind: AuthorityKind): Decode =>
  (log) => {
    const [before, after] = [addressOf(log, 0), addressOf(log, 1)];
    return before === null || after === null ? [] : [{ kind, before, after }];
  };

/**
 * An owner in the bytes behind an indexed number: an address, or a public key, whose two numbers stay hex. Null for
 * other bytes.
 */
function keyedOwner({ topics, data }: LowerLog): string | null {
  const [offset, length, first, second] = [0, 1, 2, 3].map((n) => wordAt(data, n));
  if (topics.length !== 2 || BigInt(offset ?? 0) !== 32n || first === undefined) return null;
  if (BigInt(length ?? 0) === 64n) return second === undefined ? null : `${first}${second.slice(2)}`;
  const address = BigInt(length ?? 0) === 32n ? addressIn(first) : null;
  return address === null ? null : checksumOf(address);
}
const joinsByKey: Decode = (log) => {
  const owner = keyedOwner(log);
  return owner === null ? [] : [{ kind: 'owner_added', before: null, after: owner }];
};
const leavesByKey: Decode = (log) => {
  const owner = keyedOwner(log);
  return owner === null ? [] : [{ kind: 'owner_removed', before: owner, after: null }];
};

/**
 * Who signs for a Kernel from now on: behind the byte 1 a module, behind the byte 2 the number of a permission. Kernel
 * logs only this event when it had installed the module before.
 */
const takesRoot: Decode = ({ topics, data }) => {
  const root = topics.length === 1 ? wordAt(data, 0) : undefined;
  if (root?.startsWith('0x01')) return [rooted(checksumOf(`0x${root.slice(4, 44)}`))];
  return root?.startsWith('0x02') ? [rooted(`0x${root.slice(4, 12)}`)] : [];
};
const rooted = (after: string): Change => ({ kind: 'ownership_transferred', before: null, after });

const threshold = (value: bigint): Change => ({ kind: 'threshold_changed', before: null, after: value.toString() });

const changesThreshold: Decode = (log) => {
  const word = argumentOf(log, 0);
  return word === undefined ? [] : [threshold(BigInt(word))];
};

const Setup = z.tuple([z.array(z.string()), z.bigint()]).rest(z.unknown());
const SETUP = ['address[]', 'uint256', 'address', 'address'];

/** The owners of a new Safe, and how many of them must sign. */
const setsUp: Decode = ({ data }) => {
  const bytes = getBytes(data);
  try {
    // ethers throws some errors only when a value is read. `toArray` reads all values.
    const [owners, count] = Setup.parse(AbiCoder.defaultAbiCoder().decode(SETUP, bytes).toArray(true));
    return [
      ...owners.map((owner): Change => ({ kind: 'owner_added', before: null, after: checksumOf(owner) })),
      threshold(count),
    ];
  } catch {
    return []; // the data does not fit the types, so another kind of contract wrote the log
  }
};

const MANIFEST = '((bytes4,bool,bool)[],(bytes4,uint32,bool,bool)[],bytes4[])';

/**
 * The events by which contracts state a change of authority over themselves. Safe indexes the arguments from version
 * 1.4.1 on. Safe 1.5 adds the guard of modules.
 */
const decoders: ReadonlyMap<string, Decode> = new Map(
  Object.entries({
    'SafeSetup(address,address[],uint256,address,address)': setsUp,
    'AddedOwner(address)': joins('owner_added'),
    'RemovedOwner(address)': leaves('owner_removed'),
    'ChangedThreshold(uint256)': changesThreshold,
    'EnabledModule(address)': joins('module_enabled'),
    'DisabledModule(address)': leaves('module_disabled'),
    'ChangedGuard(address)': joins('guard_changed'),
    'ChangedModuleGuard(address)': joins('guard_changed'),
    'ChangedFallbackHandler(address)': joins('fallback_handler_changed'),
    'ChangedMasterCopy(address)': joins('implementation_changed'),
    // Coinbase Smart Wallet.
    'AddOwner(uint256,bytes)': joinsByKey,
    'RemoveOwner(uint256,bytes)': leavesByKey,
    // ERC-7579: the type of the module, the module.
    'ModuleInstalled(uint256,address)': joins('module_enabled', 1),
    'ModuleUninstalled(uint256,address)': leaves('module_disabled', 1),
    // Kernel.
    'RootValidatorUpdated(bytes21)': takesRoot,
    // ERC-6900: plugins of its version 0.7, modules of 0.8.
    'PluginInstalled(address,bytes32,bytes21[])': joins('module_enabled'),
    'PluginUninstalled(address,bool)': leaves('module_disabled'),
    [`ExecutionInstalled(address,${MANIFEST})`]: joins('module_enabled'),
    [`ExecutionUninstalled(address,bool,${MANIFEST})`]: leaves('module_disabled'),
    'ValidationInstalled(address,uint32)': joins('module_enabled'),
    'ValidationUninstalled(address,uint32,bool)': leaves('module_disabled'),
    // Ownable.
    'OwnershipTransferred(address,address)': replaces('ownership_transferred'),
    // AccessControl: role, account, sender.
    'RoleGranted(bytes32,address,address)': joins('role_granted', 1),
    'RoleRevoked(bytes32,address,address)': leaves('role_revoked', 1),
    // ERC-1967.
    'Upgraded(address)': joins('implementation_changed'),
    'BeaconUpgraded(address)': joins('implementation_changed'),
    'AdminChanged(address,address)': replaces('admin_changed'),
  }).map(([signature, decode]) => [id(signature), decode]),
);

/** The events that may change authority, by their first topic. */
export const AUTHORITY_EVENTS: readonly string[] = [...decoders.keys()];

/**
 * The changes of authority that contracts state in a receipt's logs, in order. The subject is the contract that logs
 * the event: a contract can state a change only of itself.
 * @param of addresses in lower case: keeps only the changes of these subjects.
 * @throws Error when a field that the function reads is not hex.
 */
export const authorityChanges = (logs: readonly EvmLog[], of?: ReadonlySet<string>): AuthorityChange[] =>
  logs.flatMap((given) => {
    const decode = decoders.get(given.topics[0]?.toLowerCase() ?? '');
    if (decode === undefined || of?.has(given.address.toLowerCase()) === false) return [];
    const subject = checksumOf(given.address);
    return decode(loweredLog(given)).map(({ kind, before, after }) => ({ kind, subject, before, after }));
  });

/** The changes that events state, then the found changes that no event states. */
export const withUnstated = (
  stated: readonly AuthorityChange[],
  found: readonly AuthorityChange[],
): AuthorityChange[] => {
  const isStated = ({ kind, subject, after }: AuthorityChange) =>
    stated.some((each) => each.kind === kind && each.subject === subject && each.after === after);
  return [...stated, ...found.filter((change) => !isStated(change))];
};
