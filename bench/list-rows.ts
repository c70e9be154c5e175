import type { Client } from 'pg';
import * as z from 'zod';
import { StoredTransaction } from '../lib/transactions/schema.ts';
import type { TransactionFilters } from '../lib/transactions/transaction-query.ts';
import { PAGE_SIZE } from './list-cases.ts';

/*
 * The records as rows of PostgreSQL: the record itself, and a column for each filter of the API. Lists leave orphaned
 * records out, so the indexes leave them out, too: PostgreSQL then counts from the index alone.
 */

const TABLE = `
  CREATE TABLE transactions (
    id uuid NOT NULL, wallet uuid NOT NULL, chain text NOT NULL, direction text NOT NULL, token text NOT NULL,
    status text NOT NULL, tx_type text NOT NULL, reorged boolean NOT NULL, time timestamptz NOT NULL,
    record jsonb NOT NULL
  )`;

const INDEXES = ['', 'wallet', 'chain', 'direction', 'token', 'wallet, token', 'status', 'tx_type'].map(
  (columns) => `CREATE INDEX ON transactions (${columns && `${columns}, `}time DESC, id) WHERE NOT reorged`,
);

/** A record as a line of the text format of COPY. Its texts have no character that the format escapes. */
export function rowOf(record: StoredTransaction): string {
  const { id, walletId, chain, direction, tokenSymbol, status, txType, reorged, blockTimestamp } = record;
  const columns = [id, walletId, chain, direction, tokenSymbol, status, txType, reorged, blockTimestamp];
  return `${[...columns, JSON.stringify(record)].join('\t')}\n`;
}

/** The columns of the CSV export, in their order. A column of the table is faster than a field of its record. */
const CSV_COLUMNS = [
  'id',
  "record->>'hash'",
  'chain',
  "record->>'blockNumber'",
  "record->>'blockTimestamp'",
  'direction',
  'tx_type',
  ...['fromAddress', 'toAddress'].map((field) => `record->>'${field}'`),
  'token',
  ...['tokenAmount', 'valueUsd', 'methodName'].map((field) => `record->>'${field}'`),
  'status',
  'wallet',
  'label',
  "record->>'notes'",
  "array_to_string(ARRAY(SELECT jsonb_array_elements_text(record->'tags')), ';')",
];

/** The rows of the CSV export, newest first, without a line end: psql takes one line. */
export function csvQuery(wallets: readonly { readonly id: string; readonly label: string }[]): string {
  const labels = wallets.map(({ id, label }) => `('${id}'::uuid, '${label}')`).join(', ');
  return (
    `SELECT ${CSV_COLUMNS.join(', ')} FROM transactions LEFT JOIN (VALUES ${labels}) AS wallets (key, label) ` +
    'ON key = wallet WHERE NOT reorged ORDER BY time DESC, transactions.id'
  );
}

/** Creates the table with the rows of a file. */
export async function loadRows(client: Client, file: string): Promise<void> {
  await client.query(`BEGIN; ${TABLE}; COPY transactions FROM '${file}'; COMMIT`);
  await client.query('ALTER TABLE transactions ADD PRIMARY KEY (id)');
  for (const index of INDEXES) await client.query(index);
  await client.query('VACUUM (ANALYZE, FREEZE) transactions');
  await client.query('CHECKPOINT');
}

const Count = z.object({ rows: z.tuple([z.object({ count: z.coerce.number() })]) });
const Records = z.object({ rows: z.array(z.object({ record: StoredTransaction })) });

/** The requests of a list, as SQL. */
export function rowQueries(client: Client, { walletId, chain, direction, tokenSymbol, from, to }: TransactionFilters) {
  const wanted = Object.entries({
    'wallet =': walletId,
    'chain =': chain,
    'direction =': direction,
    'token =': tokenSymbol,
    'time >=': from,
    'time <=': to,
  }).filter(([, value]) => value !== undefined);
  const conditions = ['NOT reorged', ...wanted.map(([comparison], n) => `${comparison} $${n + 1}`)].join(' AND ');
  const values = wanted.map(([, value]) => value);
  return {
    async count(): Promise<number> {
      const text = `SELECT count(*) FROM transactions WHERE ${conditions}`;
      return Count.parse(await client.query({ text, values })).rows[0].count;
    },
    async page(number: number): Promise<StoredTransaction[]> {
      const text =
        `SELECT record FROM transactions WHERE ${conditions} ORDER BY time DESC, id ` +
        `LIMIT ${PAGE_SIZE} OFFSET ${(number - 1) * PAGE_SIZE}`;
      return Records.parse(await client.query({ text, values })).rows.map(({ record }) => record);
    },
  };
}
