/** Programs whose instructions are read by their bytes, and how those are named; all others are told by their logs. */
export const SYSTEM = '11111111111111111111111111111111';
export const TOKEN = 'TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA';
export const TOKEN_2022 = 'TokenzQdBNbLqP5VEhdkAS6EPFLC1PHnBqCXEpPxuEb';
const ASSOCIATED_TOKEN = 'ATokenGPvbdGVxr1b2hvZbsiqW5xWH25efTNsLJA8knL';
export const VOTE = 'Vote111111111111111111111111111111111111111';
/** The mint of SOL wrapped as a token: its accounts hold lamports, which move with the tokens. */
export const WRAPPED_SOL = 'So11111111111111111111111111111111111111112';

/** By discriminator: the first 4 bytes, little-endian. */
const SYSTEM_NAMES = [
  ...['createAccount', 'assign', 'transfer', 'createAccountWithSeed', 'advanceNonce', 'withdrawFromNonce'],
  ...['initializeNonce', 'authorizeNonce', 'allocate', 'allocateWithSeed', 'assignWithSeed', 'transferWithSeed'],
  ...['upgradeNonce', 'createAccountAllowPrefund'],
];

/** By discriminator: the first byte. From 25 on Token-2022 alone. */
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
/** The extension under which a transfer hides has discriminators of its own: the second byte. */
const TRANSFER_FEE_EXTENSION = TOKEN_NAMES.indexOf('transferFeeExtension');
const TRANSFER_FEE_NAMES = [
  ...['initializeTransferFeeConfig', 'transferCheckedWithFee', 'withdrawWithheldTokensFromMint'],
  ...['withdrawWithheldTokensFromAccounts', 'harvestWithheldTokensToMint', 'setTransferFee'],
];

/** The loaders: programs that hold programs. Discriminators of 4 bytes, little-endian. */
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
 * Instructions after which code runs at an address where it did not before, by loader; to whoever watches a program an
 * upgrade is one of them.
 */
const DEPLOYS: Readonly<Record<string, readonly string[]>> = {
  BPFLoader1111111111111111111111111111111111: ['finalize'],
  BPFLoader2111111111111111111111111111111111: ['finalize'],
  BPFLoaderUpgradeab1e11111111111111111111111: ['deployWithMaxDataLen', 'upgrade'],
  LoaderV411111111111111111111111111111111111: ['deploy'],
};

/** By discriminator: the first 4 bytes, little-endian. Nodes spell the later ones in lower case. */
const VOTE_NAMES = [
  ...['initialize', 'authorize', 'vote', 'withdraw', 'updateValidatorIdentity', 'updateCommission', 'voteSwitch'],
  ...['authorizeChecked', 'updatevotestate', 'updatevotestateswitch', 'authorizeWithSeed'],
  ...['authorizeCheckedWithSeed', 'compactupdatevotestate', 'compactupdatevotestateswitch'],
  ...['towersync', 'towersyncswitch'],
];
/** The others of the vote program manage its account or empty it. */
const VOTES = /^((compact)?update)?vote(state)?(switch)?$|^towersync(switch)?$/i;

/** Programs that only prepare, pay for, guard or comment what the others do. */
const AUXILIARY: ReadonlySet<string> = new Set([
  ASSOCIATED_TOKEN,
  'ComputeBudget111111111111111111111111111111',
  'Ed25519SigVerify111111111111111111111111111',
  'KeccakSecp256k11111111111111111111111111111',
  'Secp256r1SigVerify1111111111111111111111111',
  'Memo1UhkJRfHyvLMcVucJwxXeuD728EqVDDwQDxFMNo',
  'MemoSq4gqABAXKb96qnH8TysNcWxMyWCqXgDLGmfcHr',
  // Lighthouse: assertions on balances that wallets add.
  'L2TExMFKdjpN9kozasaurPirfHy9P8sbXoAN1qA3S95',
]);
const AUXILIARY_NAMES = /^(createAccount|allocate|assign|advanceNonce|initializeAccount|initializeImmutableOwner)/;
const PLUMBING: ReadonlySet<string> = new Set(['getAccountDataSize', 'syncNative', 'closeAccount', 'reallocate']);
const TRANSFERS: ReadonlySet<string> = new Set([
  ...['transfer', 'transferWithSeed', 'transferChecked', 'transferCheckedWithFee'],
]);

export const isToken = (program: string): boolean => program === TOKEN || program === TOKEN_2022;

/** Whether the bytes of this program's instructions are read at all. */
export const isRead = (program: string): boolean =>
  program === SYSTEM || isToken(program) || program in LOADER_NAMES || program === ASSOCIATED_TOKEN || program === VOTE;

/**
 * Whether an instruction can be told by the length of its base58 text alone: of the loaders' only `write` has more than
 * 12 bytes. It carries a kilobyte of code, and a deploy takes hundreds of them, which are not worth decoding.
 */
export const isLongWrite = (program: string, text: string): boolean => text.length > 32 && program in LOADER_NAMES;

const u32 = (data: Buffer): number => (data.length < 4 ? -1 : data.readUInt32LE());

/**
 * The name of an instruction of a program that is read, as nodes spell it in their parsed form; null when it is
 * unknown.
 */
export function nameOf(program: string, data: Buffer): string | null {
  if (program === SYSTEM) return SYSTEM_NAMES[u32(data)] ?? null;
  if (isToken(program)) {
    const [first = -1, second = -1] = data;
    return (first === TRANSFER_FEE_EXTENSION && TRANSFER_FEE_NAMES[second]) || (TOKEN_NAMES[first] ?? null);
  }
  if (program === ASSOCIATED_TOKEN) return ['create', 'createIdempotent', 'recoverNested'][data[0] ?? 0] ?? null;
  if (program === VOTE) return VOTE_NAMES[u32(data)] ?? null;
  return LOADER_NAMES[program]?.[u32(data)] ?? null;
}

export const isVote = (name: string | null): boolean => name !== null && VOTES.test(name);

export const isDeploy = (program: string, name: string | null): boolean =>
  name !== null && (DEPLOYS[program]?.includes(name) ?? false);

/**
 * How much an instruction says of what its transaction is for: 3 a call of a program, 2 something done to a token or an
 * account, 1 a transfer (which may be a tip beside a call), 0 what only prepares the others.
 */
export function weightOf(program: string, name: string | null): 0 | 1 | 2 | 3 {
  if (AUXILIARY.has(program)) return 0;
  if (program !== SYSTEM && !isToken(program)) return 3;
  if (name === null) return 2;
  if (TRANSFERS.has(name)) return 1;
  return AUXILIARY_NAMES.test(name) || PLUMBING.has(name) ? 0 : 2;
}
