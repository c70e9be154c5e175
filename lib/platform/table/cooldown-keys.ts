import type { OrganisationId } from '../../values/ids.ts';
import { inPart, type Key, keys } from './keys.ts';

/*
 * The items of cooldowns and of bursts of alerts, besides the state items of their rules.
 *
 * item                       pk                   sk
 * cooldown                   ORG#o#RULESTATE#id   COOLDOWN#lane#of            of a wallet, or of the rule; expires
 * matches in a cooldown      ORG#o#RULESTATE#id   INCOOLDOWN#lane#of#at#n     counts, in up to 64 items; expire
 * burst                      ORG#o#RULESTATE#id   BURST#recipient             alerts within a minute; expires
 * burst of reviews           ORG#o*               REVIEWBURST#id              of a reviewer for a recipient; expires
 * held asset                 ORG#o*               HELD#wallet#chain#token     see held-assets.ts
 */

/** `scope` names the lane and the wallet, or the lane alone. */
export const cooldownKeys = {
  cooldown: (organisationId: OrganisationId, ruleId: string, scope: string): Key => ({
    pk: keys.ruleState(organisationId, ruleId, 0).pk,
    sk: `COOLDOWN#${scope}`,
  }),
  inCooldown: (organisationId: OrganisationId, ruleId: string, scope: string, startedAt: string, n: number): Key => ({
    pk: keys.ruleState(organisationId, ruleId, 0).pk,
    sk: `${cooldownPrefixes.inCooldown(scope, startedAt)}${n}`,
  }),
  burst: (organisationId: OrganisationId, ruleId: string, recipient: string): Key => ({
    pk: keys.ruleState(organisationId, ruleId, 0).pk,
    sk: `BURST#${recipient}`,
  }),
  reviewBurst: (organisationId: OrganisationId, id: string): Key => inPart(organisationId, id, `REVIEWBURST#${id}`),
  heldAsset: (organisationId: OrganisationId, walletId: string, chain: string, token: string): Key =>
    inPart(organisationId, walletId, `${cooldownPrefixes.heldAssets(walletId, chain)}${token}`),
};

export const cooldownPrefixes = {
  inCooldown: (scope: string, startedAt: string) => `INCOOLDOWN#${scope}#${startedAt}#`,
  heldAssets: (walletId: string, chain: string) => `HELD#${walletId}#${chain}#`,
};
