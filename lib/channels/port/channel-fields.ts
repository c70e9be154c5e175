import type * as z from 'zod';
import type { Confirmations } from '../../organisations/email-addresses/confirmations.ts';
import type { EmailAddressRepo } from '../../organisations/email-addresses/repo.ts';
import type { Outbound } from '../../platform/outbound/outbound.ts';
import type { SealContext, Sealer } from '../../platform/sealer.ts';
import type { OrganisationId } from '../../values/ids.ts';
import type { StoredDestination } from './destination.ts';

/** Zod schemas by field name. */
export type Shape = Readonly<Record<string, z.ZodType>>;

/** A record or a part of it, as the composed schemas parse it. A channel reads its own fields with its own schema. */
export type Fields = Readonly<Record<string, unknown>>;

export interface FieldDeps {
  readonly outbound: Pick<Outbound, 'assertDestination' | 'vendorUrl'>;
  readonly sealer: () => Promise<Sealer>;
  randomBytes(size: number): Buffer;
}

export interface SettingsFieldDeps extends FieldDeps {
  readonly emailAddresses: Pick<EmailAddressRepo, 'add' | 'adopt' | 'statuses'>;
  readonly confirmations: Pick<Confirmations, 'askPending'>;
}

/** The changes that a request makes. */
export interface FieldChange {
  /** The stored fields that change. */
  readonly stored: Fields;
  /** Fields of this one response, such as a new secret. */
  readonly shownOnce: Fields;
}

export interface SettingsChange extends FieldChange {
  /** Runs after the changes were stored. */
  recorded?(): Promise<void>;
}

/** The record that the secrets of the settings are sealed for. */
export const settingsOwner = (organisationId: string): SealContext => ({ organisationId, recordId: 'settings' });

export const NO_CHANGE: FieldChange = { stored: {}, shownOnce: {} };

/** The fields that a record has for a channel. The record is a rule, or the settings of an organisation. */
export interface ChannelFields {
  /** As the API takes them. A request that changes the record may leave out any of these fields. */
  readonly input: Shape;
  /** The fields of `input` that hold URLs to which the service posts. */
  readonly urls?: readonly string[];
  /** As the API answers them. */
  readonly response: Shape;
  /** The fields of `stored` that hold a sealed text, or null. */
  readonly sealed?: readonly string[];
  /** As the table stores them. Each field has a default: records from before the channel lack the field. */
  readonly stored: Shape;
  /**
   * Computes the changes that a request makes.
   * @param owner the record that secrets are sealed for.
   * @param given the request: any of `input`.
   * @param before the stored record, without any field when a rule is created.
   * @throws ApiError `validation_failed`.
   */
  change(deps: FieldDeps, owner: SealContext, given: Fields, before: Fields): Promise<FieldChange>;
}

export interface RuleFields extends ChannelFields {
  /** The values of a new rule for the fields that the caller leaves out. */
  readonly defaults: Fields;
  /** Optional fields that the API answers once, in the response to the request that made their values. */
  readonly responseOnce?: Shape;
}

export interface ShownDeps {
  readonly emailAddresses: Pick<EmailAddressRepo, 'statuses'>;
  readonly destinations: { all(organisationId: OrganisationId): Promise<readonly StoredDestination[]> };
}

export interface SettingsFields extends Omit<ChannelFields, 'change'> {
  /** The field with a URL that the API shows masked, if any. The command line and the console offer each such field. */
  readonly secretUrl?: { readonly field: string; readonly example: string };
  /** See `ChannelFields.change`. */
  change(deps: SettingsFieldDeps, owner: SealContext, given: Fields, before: Fields): Promise<SettingsChange>;
  /** The stored fields as the API answers them. */
  shown(deps: ShownDeps, owner: SealContext, stored: Fields): Promise<Fields>;
}
