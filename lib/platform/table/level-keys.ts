import type { OrganisationId } from '../../values/ids.ts';
import { inOrg, inPart, type Key, keys } from './keys.ts';

/*
 * The items of rules that judge a state of a wallet, besides the state items of the rule.
 *
 * item                       pk                   sk
 * level                      ORG#o#RULESTATE#id   LEVEL#scope                 what the rule judged last; expires
 * what left in an hour       ORG#o#RULESTATE#id   LEFTHOUR#scope#hour         the sum of its entries; expires
 * what a record took         ORG#o#RULESTATE#id   LEFT#scope#time#tx          expires
 * entries of a record        ORG#o*               LEFTBY#tx                   names them; expires
 * balance of a wallet        ORG#o#RULESTATE#id   BALANCE#wallet#chain        where it is for the rule; expires
 * silence of a rule          ORG#o                SILENCE#rule                until the rule is gone
 * silence of a wallet        ORG#o#RULESTATE#id   SILENT#wallet               for the rule; expires
 */

/** `scope` names what is summed and for whom. Times are ISO 8601, so that the keys sort by time. */
export const levelKeys = {
  level: (organisationId: OrganisationId, ruleId: string, scope: string): Key =>
    ofRule(organisationId, ruleId, `LEVEL#${scope}`),
  leftHour: (organisationId: OrganisationId, ruleId: string, scope: string, hour: string): Key =>
    ofRule(organisationId, ruleId, `LEFTHOUR#${scope}#${hour}`),
  left: (organisationId: OrganisationId, ruleId: string, scope: string, at: string, transactionId: string): Key =>
    ofRule(organisationId, ruleId, `LEFT#${scope}#${at}#${transactionId}`),
  leftBy: (organisationId: OrganisationId, transactionId: string): Key =>
    inPart(organisationId, transactionId, `LEFTBY#${transactionId}`),
  balance: (organisationId: OrganisationId, ruleId: string, walletId: string, chain: string): Key =>
    ofRule(organisationId, ruleId, `BALANCE#${walletId}#${chain}`),
  silence: (organisationId: OrganisationId, ruleId: string): Key => inOrg(organisationId, `SILENCE#${ruleId}`),
  silenceOfWallet: (organisationId: OrganisationId, ruleId: string, walletId: string): Key =>
    ofRule(organisationId, ruleId, `${levelPrefixes.silences}${walletId}`),
};

export const levelPrefixes = { silences: 'SILENT#' } as const;

const ofRule = (organisationId: OrganisationId, ruleId: string, sk: string): Key => ({
  pk: keys.ruleState(organisationId, ruleId, 0).pk,
  sk,
});
