import { isDeepStrictEqual } from 'node:util';
import type { ChainwatchClient, components } from '../../sdk/index.ts';

export interface FieldChange {
  readonly field: string;
  readonly from: unknown;
  readonly to: unknown;
}

interface Shown {
  readonly action: 'create' | 'change' | 'delete';
  readonly resource: 'wallet' | 'address list' | 'address' | 'rule' | 'destination' | 'webhook' | 'settings';
  /** What a person calls the record, such as the label and address of a wallet, or the URL of a webhook. */
  readonly name: string;
  /** Null for a record that does not exist yet, and for settings. */
  readonly id: string | null;
  /** The fields that differ. Empty when a record is created or deleted. */
  readonly fields: readonly FieldChange[];
}

/** One request, or two, that `apply` makes. */
export interface SingleChange extends Shown {
  make(run: Run): Promise<void>;
}

/** A wallet that a bulk request creates with others. */
export interface NewWallet extends Shown {
  readonly wallet: components['schemas']['CreateWallet'];
  readonly identity: string;
}

/** An entry of the address book that a bulk request creates with others. */
export interface NewEntry extends Shown {
  readonly entry: components['schemas']['CreateAddressBookEntry'];
}

/** What `apply` makes. */
export type PlannedChange = SingleChange | NewWallet | NewEntry;

/** The value of an environment variable that the file names. Undefined only in a run that makes no change. */
export type SecretOf = (variable: string) => string | undefined;

/** Notes that a part of the file names what does not exist. The plan goes on, and names all such parts at its end. */
export type Refuse = (message: string) => void;

/** What the changes of one run share. */
export interface Run {
  readonly api: ChainwatchClient;
  /** The ids of the wallets that the run created, by the identity of the wallet. */
  readonly createdWallets: Map<string, string>;
  /** The ids of the rules that the run created, by their names. */
  readonly createdRules: Map<string, string>;
  /** Shows a secret that the service made, which no later answer contains. */
  showSecret(of: string, secret: string): void;
}

/**
 * The fields whose stated value is not the present value. Fields that the file does not state are no difference.
 * Lists are compared as sets, because the API keeps the order of the request that wrote them.
 */
export function differences(
  stated: Readonly<Record<string, unknown>>,
  present: Readonly<Record<string, unknown>>,
): FieldChange[] {
  return Object.entries(stated)
    .filter(([field, to]) => to !== undefined && !isDeepStrictEqual(asSet(to), asSet(present[field])))
    .map(([field, to]) => ({ field, from: present[field], to }));
}

/** The part of the stated fields that a request must change. */
export function changedOnly<T extends object>(stated: T, fields: readonly FieldChange[]): Partial<T> {
  const changed = new Set(fields.map(({ field }) => field));
  const body: Partial<T> = { ...stated };
  for (const field in body) if (!changed.has(field)) delete body[field];
  return body;
}

const asSet = (value: unknown): unknown => (Array.isArray(value) ? [...new Set(value)].sort() : value);
