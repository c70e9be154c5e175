import { createHash } from 'node:crypto';
import * as z from 'zod';
import { audited } from '../../platform/audit/audit-log.ts';
import type { Deps } from '../../platform/deps.ts';
import { emailKeys } from '../../platform/table/email-keys.ts';
import { ifSame } from '../../platform/table/if-same.ts';
import { keys } from '../../platform/table/keys.ts';
import { batchGet, getItem } from '../../platform/table/table.ts';
import { conditionHeld, transact, type Update, write } from '../../platform/table/write.ts';
import { derivedId, type OrganisationId } from '../../values/ids.ts';
import { epochSeconds, plusSeconds } from '../../values/time.ts';
import { emailAddressStates } from './email-address-states.ts';
import { type EmailStatus, StoredEmailAddress } from './schema.ts';

/** How long the link of a confirmation mail works. */
const LINK_SECONDS = 48 * 3600;

/**
 * Confirmation mails a day (UTC) to one address, and to all addresses of an organisation: nobody can use the service to
 * send mail to strangers.
 */
const MOST_MAILS = { address: 5, organisation: 50 } as const;

/** After this time nobody needs the counts of a day. */
const COUNTS_KEPT_SECONDS = 2 * 24 * 3600;

/** What the page and the mail of a confirmation name. */
export interface AskedAddress {
  readonly address: string;
  /** Null for an organisation that is deleted. */
  readonly organisation: string | null;
}

const ADOPTED = 'The address was added before addresses had to be confirmed.';

/** The id of an address within an organisation. Links name this id, so that no URL shows an address. */
export const emailAddressId = (organisationId: OrganisationId, address: string): string =>
  derivedId('email-address', organisationId, address);

const hashOf = (secret: string): string => createHash('sha256').update(secret).digest('hex');

const Item = StoredEmailAddress.extend({ address: z.string() });
const Named = z.object({ name: z.string() });

/** The addresses to which an organisation wants alerts to be mailed, and whether their recipients agreed. */
export function emailAddressRepo(deps: Pick<Deps, 'table' | 'now' | 'newId'>) {
  const { table, now } = deps;
  const keyOf = (organisationId: OrganisationId, address: string) =>
    emailKeys.address(organisationId, emailAddressId(organisationId, address));

  const find = (organisationId: OrganisationId, id: string): Promise<StoredEmailAddress | null> =>
    getItem(table, emailKeys.address(organisationId, id), StoredEmailAddress);

  /** The address of a confirmation link that works. Null for every other link. */
  async function linked(organisationId: OrganisationId, id: string, secret: string) {
    const stored = await getItem(table, emailKeys.address(organisationId, id), Item);
    if (stored?.linkUntil === undefined || stored.linkHash !== hashOf(secret)) return null;
    return stored.linkUntil < now().toISOString() ? null : stored;
  }

  /** The name that operators gave the organisation. Null for an organisation that is deleted. */
  async function nameOf(organisationId: OrganisationId): Promise<string | null> {
    return (await getItem(table, keys.organisation(organisationId), Named))?.name ?? null;
  }

  /** Makes a change of the status unless the present status forbids the change. Returns whether it was made. */
  async function move(
    organisationId: OrganisationId,
    id: string,
    event: 'bounce' | 'complain' | 'unsubscribe',
    reason: string,
  ): Promise<boolean> {
    const part: Update<StoredEmailAddress> = {
      update: emailKeys.address(organisationId, id),
      set: { status: emailAddressStates.transitions[event].to, since: now().toISOString(), reason },
      remove: ['linkHash', 'linkUntil'],
      ...emailAddressStates.allows(event, {}),
    };
    // Only a recipient unsubscribes. The mail service reports the other events.
    if (event !== 'unsubscribe') return conditionHeld(write(table, part));
    const { status } = (await find(organisationId, id)) ?? { status: null };
    const states = { before: { status }, after: { status: emailAddressStates.transitions[event].to } };
    const audit = audited(deps, organisationId, { action: event, resource: 'email', id, ...states });
    return conditionHeld(transact(table, { part, audit }));
  }

  return {
    find,
    move,
    nameOf,

    /** The address that a confirmation link asks, and the organisation. Null for a link that does not work. */
    async asked(organisationId: OrganisationId, id: string, secret: string): Promise<AskedAddress | null> {
      const stored = await linked(organisationId, id, secret);
      if (stored === null) return null;
      return { address: stored.address, organisation: await nameOf(organisationId) };
    },

    /** The state of each address, in the order of the addresses. */
    async statuses(organisationId: OrganisationId, addresses: readonly string[]): Promise<EmailStatus[]> {
      const wanted = addresses.map((address) => keyOf(organisationId, address));
      const stored = new Map((await batchGet(table, wanted, Item)).map((item) => [item.address, item]));
      return addresses.map((address) => {
        const { status, since, reason } = stored.get(address) ?? {
          status: 'confirmed',
          since: null,
          reason: ADOPTED,
        };
        return { address, status, since, reason };
      });
    },

    /** Records a new address as pending. Changes nothing when the address has a record. */
    async add(organisationId: OrganisationId, address: string): Promise<void> {
      const part = { ...keyOf(organisationId, address), address, status: 'pending', since: now().toISOString() };
      await conditionHeld(write(table, { put: { ...part, reason: null }, ...emailAddressStates.allows('add', {}) }));
    },

    /** The record of an address to which a mail goes. An address without a record is older than the records. */
    async adopt(organisationId: OrganisationId, address: string): Promise<StoredEmailAddress & { id: string }> {
      const id = emailAddressId(organisationId, address);
      const stored = await find(organisationId, id);
      if (stored !== null) return { ...stored, id };
      const adopted = { status: 'confirmed', since: now().toISOString(), reason: ADOPTED } as const;
      const put = { ...emailKeys.address(organisationId, id), address, ...adopted };
      await conditionHeld(write(table, { put, ...emailAddressStates.allows('adopt', {}) }));
      return { ...((await find(organisationId, id)) ?? adopted), id };
    },

    /**
     * Counts a confirmation mail of today. Returns false, and counts nothing, when the address or the organisation has
     * had its mails of the day.
     */
    countMail(organisationId: OrganisationId, address: string): Promise<boolean> {
      const day = now().toISOString().slice(0, 10);
      const ttl = epochSeconds(plusSeconds(now(), COUNTS_KEPT_SECONDS));
      const counted = (of: string, most: number) => ({
        update: emailKeys.confirmationMails(organisationId, day, of),
        set: { ttl },
        add: { count: 1 },
        when: 'attribute_not_exists(#count) OR #count < :most',
        values: { ':most': most },
      });
      const id = emailAddressId(organisationId, address);
      const writes = { ofAddress: counted(id, MOST_MAILS.address), ofAll: counted('all', MOST_MAILS.organisation) };
      return conditionHeld(transact(table, writes));
    },

    /**
     * Makes an address pending with a new link. Returns false when the address needs no link or may get none.
     * @param isAudited for a mail that somebody asks for. The mail to a new address is part of the change that adds it.
     */
    async ask(organisationId: OrganisationId, address: string, secret: string, isAudited = false): Promise<boolean> {
      const part: Update<StoredEmailAddress> = {
        update: keyOf(organisationId, address),
        set: {
          status: 'pending',
          since: now().toISOString(),
          reason: null,
          linkHash: hashOf(secret),
          linkUntil: plusSeconds(now(), LINK_SECONDS).toISOString(),
        },
        ...emailAddressStates.allows('ask', {}),
      };
      if (!isAudited) return conditionHeld(write(table, part));
      const id = emailAddressId(organisationId, address);
      const stored = await find(organisationId, id);
      const before = stored === null ? null : { address, status: stored.status };
      const after = { address, status: 'pending' };
      const audit = audited(deps, organisationId, { action: 'ask', resource: 'email', id, before, after });
      return conditionHeld(transact(table, { part, audit }));
    },

    /** Says why a pending address has no confirmation mail. */
    async explain(organisationId: OrganisationId, address: string, reason: string): Promise<void> {
      const part: Update<StoredEmailAddress> = {
        update: keyOf(organisationId, address),
        set: { reason },
        ...ifSame({ status: 'pending' }, 'status'),
      };
      await conditionHeld(write(table, part));
    },

    /**
     * Confirms the address of a link. True also for a link that was used before and would still work: people click
     * twice.
     */
    async confirm(organisationId: OrganisationId, id: string, secret: string): Promise<boolean> {
      const stored = await linked(organisationId, id, secret);
      if (stored === null) return false;
      const { linkHash } = stored;
      if (stored.status === 'confirmed') return true;
      const part: Update<StoredEmailAddress> = {
        update: emailKeys.address(organisationId, id),
        set: { status: 'confirmed', since: now().toISOString(), reason: null },
        ...emailAddressStates.allows('confirm', { linkHash }),
      };
      const states = { before: { status: stored.status }, after: { status: 'confirmed' } };
      const audit = audited(deps, organisationId, { action: 'confirm', resource: 'email', id, ...states });
      return conditionHeld(transact(table, { part, audit }));
    },
  };
}

export type EmailAddressRepo = ReturnType<typeof emailAddressRepo>;
