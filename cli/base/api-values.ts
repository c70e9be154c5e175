import * as z from 'zod';
import { CHANNELS, type components, RULE_CONDITIONS } from '../../sdk/index.ts';

type Schemas = components['schemas'];

/**
 * Values that the API checks and this program passes on: the types come from the OpenAPI document, and the answer of
 * the API names a wrong field. So a new chain or rule type needs no new command line.
 */
const text = <T extends string>() => z.custom<T>((value) => typeof value === 'string', 'must be text');
const record = <T extends object>() =>
  z.custom<T>((value) => typeof value === 'object' && value !== null && !Array.isArray(value), 'must be an object');

export const ChainId = text<Schemas['CreateWallet']['chains'][number]>();
export type ChainId = z.output<typeof ChainId>;

export const Family = text<Schemas['AddressBookEntry']['family']>();

export const EventKind = text<Schemas['CreateWebhook']['events'][number]>();

/** The bodies whose fields depend on the type of the rule. */
export const CreateRule = record<Schemas['CreateRule']>();
export const UpdateRule = record<Schemas['UpdateRule']>();

export const CreateDestination = record<Schemas['CreateDestination']>();
export const UpdateDestination = record<Schemas['UpdateDestination']>();
export const Match = record<Schemas['Match']>();
export const RULE_TYPES = Object.keys(RULE_CONDITIONS);
export const RuleType = text<NonNullable<Schemas['Match']['ruleTypes']>[number]>();

export const ImportTransaction = record<Schemas['ImportTransaction']>();

export const SEVERITIES = ['info', 'warning', 'critical'] as const satisfies readonly Schemas['Rule']['severity'][];
export const Severity = z.enum(SEVERITIES);

type AuditEntry = Schemas['AuditEntry'];

/** What somebody can do to a resource, and the resources, as the audit log names them. */
export const AUDIT_ACTIONS = [
  'create',
  'update',
  'delete',
  'mute',
  'unmute',
  'rotate',
  'test',
  'refresh',
  'cancel',
  'resume',
  'replay',
  'import',
  'annotate',
  'acknowledge',
  'resolve',
  'ask',
  'confirm',
  'unsubscribe',
  'read',
  'suspend',
] as const satisfies readonly AuditEntry['action'][];
export const AUDIT_RESOURCES = [
  'organisation',
  'settings',
  'key',
  'wallet',
  'rule',
  'webhook',
  'destination',
  'email',
  'address_book_entry',
  'address_list',
  'event',
  'review',
  'transaction',
  'delivery',
  'replay',
  'export',
  'backtest',
  'backfill',
  'recount',
] as const satisfies readonly AuditEntry['resource'][];

/** The fields of a rule that turn a channel on, in alphabetical order. */
export const TOGGLES = CHANNELS.flatMap(({ toggle }) => toggle ?? []).sort();
/** The fields of the settings with a URL that is a secret. */
export const SECRET_URLS = CHANNELS.flatMap(({ secretUrl }) => secretUrl?.field ?? []);

/** The kinds of destinations. */
export const DESTINATION_KINDS = CHANNELS.flatMap(({ kind, destination }) => (destination === null ? [] : [kind]));
/** The field of the config that is a secret; undefined for a kind without a secret. */
export const secretFieldOf = (kind: string): string | undefined =>
  CHANNELS.find((channel) => channel.kind === kind)?.destination?.fields.find(({ isSecret }) => isSecret)?.field;

export type Wallet = Schemas['Wallet'];
export type Rule = Schemas['Rule'];
export type Webhook = Schemas['Webhook'];
export type Destination = Schemas['Destination'];
export type Settings = Schemas['Settings'];
export type UpdateSettings = Schemas['UpdateSettings'];
export type Transaction = Schemas['Transaction'];
export type AlertEvent = Schemas['AlertEvent'];
export type Delivery = Schemas['Delivery'];
export type Coverage = Schemas['Coverage'];
