import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import * as z from 'zod';

const Operation = z.object({ tags: z.tuple([z.string()]), summary: z.string() });
const Document = z.object({ paths: z.record(z.string(), z.record(z.string(), Operation)) });
const { paths } = Document.parse(JSON.parse(readFileSync(join(import.meta.dirname, '../docs/openapi.json'), 'utf8')));

/** Each operation of the API: what it does, as guides write it, and the address of its part of the reference. */
export const OPERATIONS = Object.entries(paths).flatMap(([path, methods]) =>
  Object.entries(methods).map(
    ([
      method,
      {
        tags: [tag],
        summary,
      },
    ]) => {
      const call = `${method.toUpperCase()} ${path}`;
      const chapter = tag.toLowerCase().replaceAll(' ', '-');
      return { summary, tag, call, url: `/docs/#tag/${chapter}/${call.replace(' ', '')}` };
    },
  ),
);

const byCall = new Map(OPERATIONS.map(({ call, url }) => [call, url]));

/** The address of the reference of a call such as `GET /api/wallets/:id?x=1`; undefined for a call that is none. */
export const referenceTo = (call: string): string | undefined =>
  byCall.get(call.replace(/\?.*/s, '').replaceAll(/:(\w+)/g, '{$1}'));
