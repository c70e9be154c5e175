import * as build from './build-step.ts';
import { isToken, SYSTEM } from './programs.ts';
import { isLamports, isObject, isString } from './schema.ts';
import type { Step } from './step.ts';

/** The fields of an instruction that a node answers in parsed form. */
export type Info = Readonly<Record<string, unknown>>;

/**
 * The step of an instruction in parsed form (`jsonParsed`); null for other and malformed instructions. The service
 * requests bytes, but archives keep the parsed form.
 */
export function parsedStep(program: string, name: string | null, info: Info): Step | null {
  const text = (...keys: string[]): string | undefined => keys.map((key) => info[key]).find(isString);
  if (program === SYSTEM) return systemStep(name, text, unitsOf(info.lamports), unitsOf(info.space));
  return isToken(program) ? tokenStep(name, info, text) : null;
}

type Text = (...keys: string[]) => string | undefined;

function systemStep(name: string | null, text: Text, lamports?: bigint, space?: bigint): Step | null {
  switch (name) {
    case 'transfer':
    case 'transferWithSeed':
      return build.pay(text('source'), text('destination'), lamports);
    case 'withdrawFromNonce':
      return build.pay(text('nonceAccount'), text('destination'), lamports);
    case 'createAccount':
    case 'createAccountWithSeed':
      return build.pay(text('source'), text('newAccount'), lamports, space);
    case 'allocate':
    case 'allocateWithSeed':
      return build.allocate(text('account'), space);
    default:
      return null;
  }
}

function tokenStep(name: string | null, { tokenAmount, amount, newAuthority, authorityType }: Info, text: Text) {
  // The checked instructions state the decimals beside the amount.
  const checked = isObject(tokenAmount) ? tokenAmount : {};
  const units = unitsOf(amount) ?? unitsOf(checked.amount);
  // Nodes call an authority a multisig when the instruction names any further account.
  const authority = text('owner', 'multisigOwner', 'authority', 'multisigAuthority');
  switch (name) {
    case 'transfer':
    case 'transferChecked':
    case 'transferCheckedWithFee':
      return build.move(text('source'), text('destination'), units);
    case 'mintTo':
    case 'mintToChecked':
      return build.mint(text('mint'), text('account'), units);
    case 'burn':
    case 'burnChecked':
      return build.burn(text('mint'), text('account'), units);
    case 'initializeAccount':
    case 'initializeAccount2':
    case 'initializeAccount3':
      return build.open(text('account'), text('mint'), text('owner'));
    case 'closeAccount':
      return build.close(text('account'), text('destination'), authority);
    case 'syncNative':
      return build.sync(text('account'));
    case 'approve':
    case 'approveChecked': {
      const decimals = typeof checked.decimals === 'number' ? checked.decimals : undefined;
      return build.approve(text('source'), text('delegate'), authority, units, text('mint'), decimals);
    }
    case 'revoke':
      return build.revoke(text('source'), authority);
    case 'setAuthority': {
      const after = newAuthority === null ? null : text('newAuthority');
      return build.setAuthority(text('account', 'mint'), authority, after, authorityType === 'accountOwner');
    }
    default:
      return null;
  }
}

/** A number that `JSON.parse` rounded is no amount. */
const unitsOf = (value: unknown): bigint | undefined => (isLamports(value) ? BigInt(value) : undefined);
