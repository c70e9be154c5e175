import * as z from 'zod';
import { audited } from '../../platform/audit/audit-log.ts';
import type { Deps } from '../../platform/deps.ts';
import { keys } from '../../platform/table/keys.ts';
import { operatorKeys } from '../../platform/table/operator-keys.ts';
import { getItem, queryPrefix } from '../../platform/table/table.ts';
import {
  conditionHeld,
  type Delete,
  IF_PRESENT,
  transact,
  type Update,
  type Write,
} from '../../platform/table/write.ts';
import { ApiError, notFound } from '../../values/errors.ts';
import type { OrganisationId } from '../../values/ids.ts';
import { SignIn } from './schema.ts';

/** Organisations whose people may come with tokens of one issuer for one audience. */
const MOST_SHARING = 100;

/** In the item of the organisation: where its sign-in is. */
const Where = z.object({ signIn: SignIn.pick({ issuer: true, audience: true }).nullable().default(null) });
type Where = z.output<typeof Where>;

/** What the audit log shows of a sign-in. */
const Setting = SignIn.omit({ organisationId: true }).strip();

/** How the people of organisations sign in. An organisation has one issuer and one audience at most. */
export function signInRepo(deps: Pick<Deps, 'table' | 'now' | 'newId'>) {
  const { table } = deps;
  const keyOf = ({ issuer, audience, organisationId }: Pick<SignIn, 'issuer' | 'audience' | 'organisationId'>) =>
    operatorKeys.signIn({ issuer, audience }, organisationId);

  /** Where the sign-in of an organisation is. Undefined when there is no such organisation. */
  const where = async (organisationId: OrganisationId): Promise<Where['signIn'] | undefined> =>
    (await getItem(table, keys.organisation(organisationId), Where))?.signIn;

  /** Every sign-in with this issuer and this audience. */
  async function of(issuer: string, audience: string): Promise<SignIn[]> {
    const { pk } = operatorKeys.signIn({ issuer, audience }, '');
    return queryPrefix(table, pk, operatorKeys.signIns, SignIn.strip());
  }

  const removalOf = (organisationId: OrganisationId, signIn: Where['signIn']): Delete[] =>
    signIn === null ? [] : [{ delete: keyOf({ ...signIn, organisationId }) }];

  /**
   * Changes the sign-in of an organisation and where it is.
   * @throws ApiError `conflict` when somebody else changed the place meanwhile.
   */
  async function change(organisationId: OrganisationId, from: Where['signIn'], to: SignIn | null, writes: Write[]) {
    const before = from === null ? null : await getItem(table, keyOf({ ...from, organisationId }), Setting);
    const audit = audited(deps, organisationId, {
      action: 'update',
      resource: 'organisation',
      id: organisationId,
      before: { signIn: before },
      after: { signIn: to === null ? null : Setting.parse(to) },
    });
    const pointing: Update<Where> = {
      update: keys.organisation(organisationId),
      set: { signIn: to === null ? null : { issuer: to.issuer, audience: to.audience } },
      when: `${IF_PRESENT.when} AND (#signIn = :from${from === null ? ' OR attribute_not_exists(#signIn)' : ''})`,
      values: { ':from': from },
    };
    if (await conditionHeld(transact(table, { organisation: pointing, signIn: writes, audit }))) return;
    throw new ApiError('conflict', 'The sign-in of the organisation has just changed; repeat this.');
  }

  return {
    of,

    /**
     * Sets how the people of an organisation sign in.
     * @throws ApiError `not_found`; `conflict` when a value of the claim belongs to another organisation.
     */
    async set(signIn: SignIn): Promise<SignIn> {
      const { organisationId, issuer, audience } = signIn;
      const before = await where(organisationId);
      if (before === undefined) throw notFound('organisation');
      const others = (await of(issuer, audience)).filter((each) => each.organisationId !== organisationId);
      const taken = Object.keys(signIn.scopes).find((value) =>
        others.some((each) => Object.hasOwn(each.scopes, value)),
      );
      if (taken !== undefined) throw new ApiError('conflict', `Another organisation has the value ${taken}.`);
      if (others.length >= MOST_SHARING) throw new ApiError('conflict', `${MOST_SHARING} organisations share them.`);
      const isMoved = before !== null && (before.issuer !== issuer || before.audience !== audience);
      const writes = [...(isMoved ? removalOf(organisationId, before) : []), { put: { ...keyOf(signIn), ...signIn } }];
      await change(organisationId, before, signIn, writes);
      return signIn;
    },

    /** Lets no person of the organisation sign in. A repeated call changes nothing. @throws ApiError `not_found`. */
    async remove(organisationId: OrganisationId): Promise<void> {
      const before = await where(organisationId);
      if (before === undefined) throw notFound('organisation');
      if (before !== null) await change(organisationId, before, null, removalOf(organisationId, before));
    },

    /** The writes that erase the sign-in of an organisation. */
    async erasure(organisationId: OrganisationId): Promise<Delete[]> {
      return removalOf(organisationId, (await where(organisationId)) ?? null);
    },
  };
}

export type SignInRepo = ReturnType<typeof signInRepo>;
