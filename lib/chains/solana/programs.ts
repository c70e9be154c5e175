import { SQUADS, squadsName } from './squads.ts';

/**
 * The programs whose instructions the decoder reads from their bytes, with the names of the instructions. The logs name
 * the instructions of all other programs.
 */
export const SYSTEM = '11111111111111111111111111111111';
export const TOKEN = 'TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA';
export const TOKEN_2022 = 'TokenzQdBNbLqP5VEhdkAS6EPFLC1PHnBqCXEpPxuEb';
const ASSOCIATED_TOKEN = 'ATokenGPvbdGVxr1b2hvZbsiqW5xWH25efTNsLJA8knL';
export const VOTE = 'Vote111111111111111111111111111111111111111';
/** The mint of SOL that is wrapped as a token. The accounts of this mint hold lamports, which move with the tokens. */
export const WRAPPED_SOL = 'So11111111111111111111111111111111111111112';

/** By discriminator: the first 4 bytes, little-endian. */
const SYSTEM_NAMES = [
  ...['createAccount', 'assign', 'transfer', 'createAccountWithSeed', 'advanceNonce', 'withdrawFromNonce'],
  ...['initializeNonce', 'authorizeNonce', 'allocate', 'allocateWithSeed', 'assignWithSeed', 'transferWithSeed'],
  ...['upgradeNonce', 'createAccountAllowPrefund'],
];

/** By discriminator: the first byte. Only Token-2022 has the names from 25 on. */
const TOKEN_NAMES = [
  ...['initializeMint', 'initializeAccount', 'initializeMultisig', 'transfer', 'approve', 'revoke', 'setAuthority'],
  ...['mintTo', 'burn', 'closeAccount', 'freezeAccount', 'thawAccount', 'transferChecked', 'approveChecked'],
  ...['mintToChecked', 'burnChecked', 'initializeAccount2', 'syncNative', 'initializeAccount3'],
  ...['initializeMultisig2', 'initializeMint2', 'getAccountDataSize', 'initializeImmutableOwner'],
  ...['amountToUiAmount', 'uiAmountToAmount', 'initializeMintCloseAuthority', 'transferFeeExtension'],
  ...['confidentialTransferExtension', 'defaultAccountStateExtension', 'reallocate', 'memoTransferExtension'],
  ...['createNativeMint', 'initializeNonTransferableMint', 'interestBearingMintExtension', 'cpiGuardExtension'],
  ...['initializePermanentDelegate', 'transferHookExtension', 'confidentialTransferFeeExtension'],
  ...['withdrawExcessLamports', 'metadataPointerExtension', 'groupPointerExtension', 'groupMemberPointerExtension'],
  ...['confidentialMintBurnExtension', 'scaledUiAmountExtension', 'pausableExtension', 'unwrapLamports'],
];
/** This extension has a transfer and discriminators of its own: the second byte. */
const TRANSFER_FEE_EXTENSION = TOKEN_NAMES.indexOf('transferFeeExtension');
const TRANSFER_FEE_NAMES = [
  ...['initializeTransferFeeConfig', 'transferCheckedWithFee', 'withdrawWithheldTokensFromMint'],
  ...['withdrawWithheldTokensFromAccounts', 'harvestWithheldTokensToMint', 'setTransferFee'],
];

/** The loaders, which deploy programs. The discriminators of loaders have 4 bytes, little-endian. */
const BPF_NAMES = ['write', 'finalize'];
const LOADER_NAMES: Readonly<Record<string, readonly string[]>> = {
  BPFLoader1111111111111111111111111111111111: BPF_NAMES,
  BPFLoader2111111111111111111111111111111111: BPF_NAMES,
  BPFLoaderUpgradeab1e11111111111111111111111: [
    ...['initializeBuffer', 'write', 'deployWithMaxDataLen', 'upgrade', 'setAuthority', 'close', 'extendProgram'],
    ...['setAuthorityChecked', 'migrate', 'extendProgramChecked'],
  ],
  LoaderV411111111111111111111111111111111111: [
    ...['write', 'copy', 'setProgramLength', 'deploy', 'retract', 'transferAuthority', 'finalize'],
  ],
};

/**
 * The instructions that put new code at an address, by loader, with the place of the account that must sign them: the
 * authority, or the program itself. An upgrade is a deploy too.
 */
const DEPLOYS: Readonly<Record<string, ReadonlyMap<string, number>>> = {
  BPFLoader1111111111111111111111111111111111: new Map([['finalize', 0]]),
  BPFLoader2111111111111111111111111111111111: new Map([['finalize', 0]]),
  BPFLoaderUpgradeab1e11111111111111111111111: new Map([
    ['deployWithMaxDataLen', 7],
    ['upgrade', 6],
  ]),
  LoaderV411111111111111111111111111111111111: new Map([['deploy', 1]]),
};

/** By discriminator: the first 4 bytes, little-endian. Nodes write the later names in lower case. */
const VOTE_NAMES = [
  ...['initialize', 'authorize', 'vote', 'withdraw', 'updateValidatorIdentity', 'updateCommission', 'voteSwitch'],
  ...['authorizeChecked', 'updatevotestate', 'updatevotestateswitch', 'authorizeWithSeed'],
  ...['authorizeCheckedWithSeed', 'compactupdatevotestate', 'compactupdatevotestateswitch'],
  ...['towersync', 'towersyncswitch'],
];
/** The other instructions of the vote program manage or empty a vote account. */
const VOTES = /^((compact)?update)?vote(state)?(switch)?$|^towersync(switch)?$/i;

/** The memo program, versions 1 and 2. */
const MEMO = ['Memo1UhkJRfHyvLMcVucJwxXeuD728EqVDDwQDxFMNo', 'MemoSq4gqABAXKb96qnH8TysNcWxMyWCqXgDLGmfcHr'];

/** Programs that only prepare, pay for, guard or comment the instructions of other programs. */
const AUXILIARY: ReadonlySet<string> = new Set([
  ASSOCIATED_TOKEN,
  'ComputeBudget111111111111111111111111111111',
  'Ed25519SigVerify111111111111111111111111111',
  'KeccakSecp256k11111111111111111111111111111',
  'Secp256r1SigVerify1111111111111111111111111',
  ...MEMO,
  // Lighthouse: assertions on balances that wallets add.
  'L2TExMFKdjpN9kozasaurPirfHy9P8sbXoAN1qA3S95',
]);
const AUXILIARY_NAMES = /^(createAccount|allocate|assign|advanceNonce|initializeAccount|initializeImmutableOwner)/;
const PLUMBING: ReadonlySet<string> = new Set(['getAccountDataSize', 'syncNative', 'closeAccount', 'reallocate']);
const TRANSFERS: ReadonlySet<string> = new Set([
  ...['transfer', 'transferWithSeed', 'transferChecked', 'transferCheckedWithFee'],
]);

export const isMemo = (program: string): boolean => MEMO.includes(program);

export const isToken = (program: string): boolean => program === TOKEN || program === TOKEN_2022;

/** Whether the decoder reads the bytes of this program's instructions. */
export const isRead = (program: string): boolean =>
  program === SYSTEM ||
  isToken(program) ||
  isLoader(program) ||
  program === ASSOCIATED_TOKEN ||
  program === VOTE ||
  program === SQUADS;

/**
 * Whether an instruction may be a loader's `write`. Another instruction of a loader has at most 12 bytes, unless
 * somebody adds bytes that the loader does not read, so the first bytes decide. A deploy has hundreds of writes with a
 * kilobyte of code each, which need no decoding.
 */
export const mayBeWrite = (program: string, text: string): boolean => text.length > 32 && isLoader(program);

const u32 = (data: Buffer): number => (data.length < 4 ? -1 : data.readUInt32LE());

/**
 * The name of an instruction in the spelling of nodes' parsed form; null for an unknown instruction. Knows only the
 * programs of `isRead`.
 */
export function nameOf(program: string, data: Buffer): string | null {
  if (program === SYSTEM) return SYSTEM_NAMES[u32(data)] ?? null;
  if (isToken(program)) {
    const [first = -1, second = -1] = data;
    return (first === TRANSFER_FEE_EXTENSION && TRANSFER_FEE_NAMES[second]) || (TOKEN_NAMES[first] ?? null);
  }
  if (program === ASSOCIATED_TOKEN) return ['create', 'createIdempotent', 'recoverNested'][data[0] ?? 0] ?? null;
  if (program === VOTE) return VOTE_NAMES[u32(data)] ?? null;
  if (program === SQUADS) return squadsName(data);
  return LOADER_NAMES[program]?.[u32(data)] ?? null;
}

/** The name of an instruction of a token program by its first byte. An extension's instruction has more bytes. */
export const tokenName = (first: number): string | null => TOKEN_NAMES[first] ?? null;

export const isVote = (name: string | null): boolean => name !== null && VOTES.test(name);

export const isLoader = (program: string): boolean => program in LOADER_NAMES;

/** The place of the account that must sign a deploy; undefined for every other instruction. */
export const deployerPlace = (program: string, name: string | null): number | undefined =>
  name === null ? undefined : DEPLOYS[program]?.get(name);

/**
 * How well an instruction describes the purpose of its transaction: 3 for a call of a program, 2 for a change of a
 * token or an account, 1 for a transfer (which may be a tip beside a call), 0 for an instruction that prepares other
 * instructions.
 */
export function weightOf(program: string, name: string | null): 0 | 1 | 2 | 3 {
  if (AUXILIARY.has(program)) return 0;
  if (program !== SYSTEM && !isToken(program)) return 3;
  if (name === null) return 2;
  if (TRANSFERS.has(name)) return 1;
  return AUXILIARY_NAMES.test(name) || PLUMBING.has(name) ? 0 : 2;
}
