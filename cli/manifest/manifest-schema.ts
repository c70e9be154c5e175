import * as z from 'zod';
import { CHAIN_IDS, RULE_CONDITIONS } from '../../sdk/index.ts';
import {
  ChainId,
  EventKind,
  Family,
  RULE_TYPES,
  RuleType,
  SECRET_URLS,
  Severity,
  secretFieldOf,
  TOGGLES,
} from '../base/api-values.ts';
import { hintAt, meantBy } from '../base/did-you-mean.ts';
import { boundThatIsNoAmount, isFields, placeOfCutAmount, withPlainBounds } from './decimal-text.ts';

/** Refuses a misspelt copy of a known name. A text that is like none may be newer than this program. */
const spelt =
  (what: string, known: readonly string[]) =>
  (text: string, ctx: z.RefinementCtx, path: string[] = []): void => {
    const meant = meantBy(text, known);
    if (meant === undefined) return;
    ctx.addIssue({ code: 'custom', path, message: `${text} is no ${what}. Did you mean ${meant}?` });
  };
const speltChain = spelt('chain', CHAIN_IDS);
const ChainName = ChainId.superRefine((chain, ctx) => speltChain(chain, ctx));
const speltRuleType = spelt('rule type', RULE_TYPES);

/** The reader of the file reads numbers as text, so that no digit of an amount is lost. */
const NumberText = z
  .string()
  .regex(/^\d+(\.\d+)?$/, 'must be a number')
  .transform(Number);

const VARIABLE = /^\$\{([A-Za-z_][A-Za-z0-9_]*)\}$/;

/** A secret stands in the environment. The file names the variable. */
const Secret = z
  .string()
  .regex(VARIABLE, `is a secret, which must not stand in the file: write \${NAME} and set the variable NAME`)
  .transform((text) => ({ variable: VARIABLE.exec(text)?.[1] ?? '' }));

/** The most wallets, and the most entries of the address book. A person reads the changes before they are made. */
export const MOST_OF_A_SECTION = 5_000;
const most = MOST_OF_A_SECTION.toLocaleString('en');

const ManifestWallet = z.strictObject({
  label: z.string(),
  address: z.string(),
  chains: z.array(ChainName).min(1, 'needs at least one chain'),
  type: z.string().optional(),
  color: z.string().optional(),
  watch: z.boolean().optional(),
  tags: z.array(z.string()).optional(),
  externalId: z.string().nullable().optional(),
  /** In place of the `managedBy` of the file. Null leaves the wallet to everybody. */
  managedBy: z.string().nullable().optional(),
});
export type ManifestWallet = z.output<typeof ManifestWallet>;

const Toggles = z.partialRecord(z.enum(TOGGLES), z.boolean());

const CONDITIONS: readonly string[] = [...new Set(Object.values(RULE_CONDITIONS).flat())];
const speltCondition = spelt('condition', CONDITIONS);
/** What a condition that is an amount or a number may have. */
const BOUNDS: readonly string[] = ['gt', 'gte', 'lt', 'lte'];

/** The conditions of a rule, of which the API knows the fields. */
export const Conditions = z
  .record(z.string(), z.unknown())
  .superRefine((conditions, ctx) => {
    const path = placeOfCutAmount(conditions);
    if (path !== undefined) ctx.addIssue({ code: 'custom', path, message: 'put quotes around an amount with a comma' });
    const wrong = path === undefined ? boundThatIsNoAmount(conditions) : undefined;
    if (wrong !== undefined) {
      const message = `${wrong.text} is no amount. Write digits, as 50000 or "50,000"`;
      ctx.addIssue({ code: 'custom', path: wrong.path, message });
    }
    for (const [name, value] of Object.entries(conditions)) {
      speltCondition(name, ctx, [name]);
      if (CONDITIONS.includes(name) && isFields(value)) {
        for (const bound of Object.keys(value).filter((key) => !BOUNDS.includes(key) && !/^\d/.test(key))) {
          const message = `${bound} is no bound. Write ${BOUNDS.join(', ')}${hintAt(bound, BOUNDS)}`;
          ctx.addIssue({ code: 'custom', path: [name, bound], message });
        }
      }
    }
  })
  .transform(withPlainBounds);

/** Wallets by label, address or id. The API has `wallets: { tags, types }` in place of the three fields. */
const WalletNames = z.array(
  z.string(),
  'must be a list of labels, addresses or ids. Write walletTags and walletTypes for tags and types',
);

const ManifestRule = z
  .strictObject({
    name: z.string(),
    ruleType: z.string().superRefine((type, ctx) => speltRuleType(type, ctx)),
    severity: Severity.optional(),
    isActive: z.boolean().optional(),
    /** Without wallets, tags and types, the rule is for all wallets. */
    wallets: WalletNames.optional(),
    walletTags: z.array(z.string()).optional(),
    walletTypes: z.array(z.string()).optional(),
    conditions: Conditions.optional(),
    customWebhookUrl: z.string().nullable().optional(),
    cooldownMinutes: NumberText.optional(),
    cooldownPer: z.enum(['wallet', 'rule']).optional(),
  })
  .and(Toggles);
export type ManifestRule = z.output<typeof ManifestRule>;

const texts = z.array(z.string()).optional();

/** What a subscription or a destination wants to hear. Rules by name, and wallets as rules name them. */
const ManifestMatch = z.strictObject({
  severities: z.array(Severity).optional(),
  rules: texts,
  ruleTypes: z.array(RuleType.superRefine((type, ctx) => speltRuleType(type, ctx))).optional(),
  wallets: WalletNames.optional(),
  walletTypes: texts,
  walletTags: texts,
});
export type ManifestMatch = z.output<typeof ManifestMatch>;

const ManifestDestination = z
  .strictObject({
    name: z.string(),
    kind: z.string(),
    config: z.record(z.string(), z.string()).default({}),
    match: ManifestMatch.extend({ events: z.array(EventKind).optional() }).optional(),
    isActive: z.boolean().optional(),
  })
  .transform(({ config, ...rest }, ctx) => {
    const field = secretFieldOf(rest.kind) ?? '';
    const { [field]: named, ...plain } = config;
    const secret = Secret.optional().safeParse(named);
    for (const { message } of secret.error?.issues ?? []) {
      ctx.addIssue({ code: 'custom', path: ['config', field], message });
    }
    return { ...rest, config: plain, secret: secret.data };
  });
export type ManifestDestination = z.output<typeof ManifestDestination>;

const ManifestWebhook = z.strictObject({
  url: z.string(),
  events: z.array(EventKind).min(1, 'needs at least one event kind'),
  description: z.string().optional(),
  payload: z.enum(['standard', 'full']).optional(),
  match: ManifestMatch.optional(),
  headers: z.record(z.string(), Secret).optional(),
  isActive: z.boolean().optional(),
  /** Signs the deliveries of a webhook that `apply` creates. Without a secret, the service makes one. */
  secret: Secret.optional(),
});
export type ManifestWebhook = z.output<typeof ManifestWebhook>;

const ManifestAddressList = z.strictObject({
  name: z.string(),
  purpose: z.enum(['allow', 'deny', 'info']),
  source: z
    .strictObject({
      url: z.string(),
      format: z.enum(['text', 'csv', 'json']),
      column: z.string().nullable().default(null),
    })
    .nullable()
    .optional(),
});
export type ManifestAddressList = z.output<typeof ManifestAddressList>;

const ManifestEntry = z.strictObject({
  address: z.string(),
  family: Family.optional(),
  label: z.string(),
  note: z.string().optional(),
  lists: texts,
});
export type ManifestEntry = z.output<typeof ManifestEntry>;

const SecretUrls = z.partialRecord(z.enum(SECRET_URLS), Secret.nullable());

const ManifestSettings = z.strictObject({ emails: z.array(z.string()).optional() }).and(SecretUrls);
export type ManifestSettings = z.output<typeof ManifestSettings>;

/** The content of `chainwatch.yaml`. A section or field that is left out stays as it is. */
export const Manifest = z.strictObject({
  /** The owner of the wallets: the file changes and deletes wallets of this mark alone. */
  managedBy: z.string().min(1, 'must be a name').max(64, 'must have at most 64 characters').default('apply'),
  wallets: z
    .array(ManifestWallet)
    .max(
      MOST_OF_A_SECTION,
      `a file states at most ${most} wallets. Write them to a CSV file, and add them by ` +
        '`chainwatch wallet import FILE`',
    )
    .optional(),
  addressLists: z.array(ManifestAddressList).optional(),
  addressBook: z
    .array(ManifestEntry)
    .max(
      MOST_OF_A_SECTION,
      `a file states at most ${most} entries. Add more of them by ` +
        '`chainwatch address-book import FILE`, or give an address list a source',
    )
    .optional(),
  rules: z.array(ManifestRule).optional(),
  destinations: z.array(ManifestDestination).optional(),
  webhooks: z.array(ManifestWebhook).optional(),
  settings: ManifestSettings.optional(),
});
export type Manifest = z.output<typeof Manifest>;
