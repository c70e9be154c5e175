import { createHash } from 'node:crypto';
import type { OrganisationId } from '../../values/ids.ts';
import { type Key, keys } from './keys.ts';

/** The partition of suspensions. Functions that serve callers without a key may read it, and write nothing there. */
export const SUSPENSIONS = 'SUSPENDED';

const SIGN_INS = 'FOR#';

/*
 * The items by which operators and functions find organisations, and the items of the canary.
 *
 * item                       pk                   sk
 * listed organisation        ORGANISATIONS        o                           name and time
 * suspension                 SUSPENDED            o                           the organisation gets no service
 * canary                     CANARY               ACCOUNT                     its organisation, API key and secret
 * receipt of the canary      CANARY               RECEIPT#hash                a genuine webhook arrived; expires
 * last expiry                ORG#o                EXPIRY                      when the last complete pass began
 * sample of the lists        SAMPLE               LISTS                       when the next sample is due
 * sign-in of an organisation SIGNIN#SHA-256       FOR#o                       of an issuer and an audience
 */
export const operatorKeys = {
  listed: (organisationId: string): Key => ({ pk: 'ORGANISATIONS', sk: organisationId }),
  suspension: (organisationId: string): Key => ({ pk: SUSPENSIONS, sk: organisationId }),
  canary: (): Key => ({ pk: 'CANARY', sk: 'ACCOUNT' }),
  canaryReceipt: (hash: string): Key => ({ pk: 'CANARY', sk: `RECEIPT#${hash}` }),
  /** The organisations of an issuer and an audience share a partition. */
  signIn: ({ issuer, audience }: { issuer: string; audience: string }, organisationId: string): Key => ({
    pk: `SIGNIN#${createHash('sha256')
      .update(JSON.stringify([issuer, audience]))
      .digest('hex')}`,
    sk: `${SIGN_INS}${organisationId}`,
  }),
  signIns: SIGN_INS,
  listSample: (): Key => ({ pk: 'SAMPLE', sk: 'LISTS' }),
  lastExpiry: (organisationId: OrganisationId): Key => ({ pk: keys.organisation(organisationId).pk, sk: 'EXPIRY' }),
};
