import { readFileSync } from 'node:fs';
import { expect, it } from '@jest/globals';
import * as z from 'zod';
import { routes } from '../../functions/routes.ts';
import { countedLists } from '../../lib/operation/lists/counted-lists.ts';
import { invokeAdmin, newOrganisation } from '../support/api.ts';
import { eventually } from '../support/eventually.ts';
import { addWallet, importBody } from './samples.ts';

const Line = z.object({ event: z.literal('list.recounted'), organisation: z.string(), list: z.string() });

/** The lists that were recounted, in the order of the log. */
function recounted(organisationId: string): string[] {
  const lines = readFileSync(process.env.STACK_LOG ?? '', 'utf8').split('\n');
  const own = lines.filter((line) => line.includes('list.recounted') && line.includes(organisationId));
  return own.map((line) => Line.parse(JSON.parse(line.slice(line.indexOf('{')))).list);
}

it('a recount that an operator starts goes through all lists, and leaves a right total as it is', async () => {
  const { organisationId, api } = await newOrganisation();
  const wallet = await addWallet(api);
  await api.ok(routes.importTransaction, { body: importBody(wallet) });
  expect(await invokeAdmin({ action: 'recount', organisationId })).toEqual({ started: 'recount', organisationId });
  const names = countedLists.map(({ definition }) => definition.name);
  await eventually(
    () => recounted(organisationId),
    (lists) => lists.length >= names.length,
  );
  expect(recounted(organisationId)).toEqual(names);
  expect((await api.ok(routes.listTransactions)).meta.total).toBe(1);
});
