import { expect, it } from '@jest/globals';
import { needsOf } from '../../../../console/pages/overview/needs.ts';

const nothing = {
  watchedWallets: 1,
  activeRules: 1,
  criticalAlerts: 0,
  unheardRules: 0,
  failingWebhooks: 0,
  destinationsOff: 0,
  failingDestinations: 0,
  silentAddresses: 0,
  unsentMail: 0,
  unwatchedChains: [],
  stoppedChains: 0,
  pendingValues: 0,
};

it('nothing needs the user when nothing waits', () => {
  expect(needsOf(nothing)).toEqual([]);
  expect(needsOf({ ...nothing, criticalAlerts: undefined })).toEqual([]);
});

it('each thing that waits is a sentence with a link, the most urgent first', () => {
  const counts = {
    ...nothing,
    silentAddresses: 1,
    unsentMail: 1,
    criticalAlerts: 1200,
    unheardRules: 2,
    unwatchedChains: [
      { id: 'ethereum', name: 'Ethereum', wallets: 2 },
      { id: 'base', name: 'Base', wallets: 1 },
    ],
    failingWebhooks: 1,
    failingDestinations: 1,
  };
  expect(needsOf(counts)).toEqual([
    { to: '/alerts?status=open&severity=critical', text: '1,200 critical alerts are open' },
    { to: '/rules', text: '2 rules make alerts of which nobody hears' },
    { to: '/webhooks', text: '1 webhook fails or is off' },
    { to: '/deliveries', text: '1 destination fails: nothing arrives' },
    { to: '/settings', text: '1 e-mail address gets no mail' },
    { to: '/deliveries?status=not_sent', text: '1 e-mail of the last day was not sent' },
    { to: '/wallets?chain=ethereum&watch=true', text: '2 wallets use Ethereum, which Chainwatch does not record here' },
    { to: '/wallets?chain=base&watch=true', text: '1 wallet uses Base, which Chainwatch does not record here' },
  ]);
});

it('an organisation that watches nothing is told what to do first', () => {
  const said = (more: object) => needsOf({ ...nothing, ...more }).map(({ to }) => to);
  expect(said({ watchedWallets: 0, activeRules: 0 })).toEqual(['/wallets?add=wallet']);
  expect(said({ activeRules: 0 })).toEqual(['/rules?open=new']);
  expect(said({ watchedWallets: undefined, activeRules: undefined })).toEqual([]);
});

it('e-mails that were not sent are counted, and the sentence says when there may be more', () => {
  const said = (unsentMail: number) => needsOf({ ...nothing, unsentMail }).map(({ text }) => text);
  expect(said(20)).toEqual(['20 e-mails of the last day were not sent']);
  expect(said(100)).toEqual(['At least 100 e-mails of the last day were not sent']);
});
