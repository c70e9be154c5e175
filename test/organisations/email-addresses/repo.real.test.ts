import { beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { settingsRepo } from '../../../lib/channels/settings/repo.ts';
import { emailAddressId, emailAddressRepo } from '../../../lib/organisations/email-addresses/repo.ts';
import { keys } from '../../../lib/platform/table/keys.ts';
import type { Table } from '../../../lib/platform/table/table.ts';
import { write } from '../../../lib/platform/table/write.ts';
import { OrganisationId } from '../../../lib/values/ids.ts';
import { type TestDeps, testDeps } from '../../support/deps.ts';
import { makeTable } from '../../support/table.ts';

const ADDRESS = 'ops@example.com';
const HOUR = 3600;

let table: Table;
let deps: TestDeps;
let organisation: OrganisationId;
beforeAll(async () => {
  table = await makeTable();
});
beforeEach(() => {
  deps = testDeps(table);
  organisation = OrganisationId.parse(deps.newId());
});

const repo = () => emailAddressRepo(deps);
const id = () => emailAddressId(organisation, ADDRESS);

describe('An address in settings of the previous release, which have no record of the address', () => {
  beforeEach(() => write(table, { put: { ...keys.settings(organisation), emails: [ADDRESS] } }));

  it('is read as confirmed, and keeps this status when the first mail makes its record', async () => {
    const { emails } = await settingsRepo(deps).get(organisation);
    expect(emails).toEqual([ADDRESS]);
    const reason = 'The address was added before addresses had to be confirmed.';
    const shown = { address: ADDRESS, status: 'confirmed', since: null, reason };
    expect(await repo().statuses(organisation, [ADDRESS])).toEqual([shown]);
    expect(await repo().adopt(organisation, ADDRESS)).toMatchObject({ id: id(), status: 'confirmed', reason });
    const since = deps.now().toISOString();
    expect(await repo().statuses(organisation, [ADDRESS])).toEqual([{ ...shown, since }]);
  });

  it('can be deactivated and unsubscribed like any other', async () => {
    await repo().adopt(organisation, ADDRESS);
    expect(await repo().move(organisation, id(), 'unsubscribe', 'They left.')).toBe(true);
    expect(await repo().adopt(organisation, ADDRESS)).toMatchObject({ status: 'unsubscribed', reason: 'They left.' });
  });
});

describe('The link of a confirmation mail', () => {
  beforeEach(async () => {
    await repo().add(organisation, ADDRESS);
    await repo().ask(organisation, ADDRESS, 'secret');
  });

  it('works for 48 hours', async () => {
    deps.advance(48 * HOUR + 1);
    expect(await repo().confirm(organisation, id(), 'secret')).toBe(false);
    await repo().ask(organisation, ADDRESS, 'another');
    deps.advance(48 * HOUR - 1);
    expect(await repo().confirm(organisation, id(), 'another')).toBe(true);
  });

  it('does not confirm again what was unsubscribed or came back', async () => {
    expect(await repo().confirm(organisation, id(), 'secret')).toBe(true);
    expect(await repo().move(organisation, id(), 'bounce', 'gone')).toBe(true);
    expect(await repo().confirm(organisation, id(), 'secret')).toBe(false);
  });

  it('is not stored, only its hash', async () => {
    expect(JSON.stringify(await repo().find(organisation, id()))).not.toContain('secret');
  });
});

describe('An address whose recipient complained', () => {
  it('keeps this status for good', async () => {
    await repo().add(organisation, ADDRESS);
    expect(await repo().move(organisation, id(), 'complain', 'spam')).toBe(true);
    expect(await repo().ask(organisation, ADDRESS, 'secret')).toBe(false);
    expect(await repo().move(organisation, id(), 'unsubscribe', 'left')).toBe(false);
    await repo().add(organisation, ADDRESS);
    expect(await repo().statuses(organisation, [ADDRESS])).toMatchObject([{ status: 'complained', reason: 'spam' }]);
  });
});

describe('The confirmation mails of a day', () => {
  it('are five for an address, and the next day has its own', async () => {
    const counts = [];
    for (let n = 0; n < 6; n++) counts.push(await repo().countMail(organisation, ADDRESS));
    expect(counts).toEqual([true, true, true, true, true, false]);
    deps.advance(24 * HOUR);
    expect(await repo().countMail(organisation, ADDRESS)).toBe(true);
  });
});
