import { describe, expect, it } from '@jest/globals';
import * as z from 'zod';
import { apiDocument } from '../../../functions/api-document/api-document.ts';
import { routes } from '../../../functions/routes.ts';
import { openapiOf } from '../../../lib/platform/http/openapi-document.ts';
import type { Route } from '../../../lib/platform/http/route.ts';
import packageJson from '../../../package.json' with { type: 'json' };

const Operation = z.looseObject({
  operationId: z.string(),
  security: z.array(z.unknown()).optional(),
  parameters: z.array(z.looseObject({ name: z.string(), in: z.string(), required: z.boolean() })).default([]),
  requestBody: z.looseObject({ required: z.boolean() }).optional(),
  responses: z.record(z.string(), z.looseObject({ description: z.string() })),
});
const Document = z.looseObject({
  openapi: z.literal('3.1.0'),
  info: z.looseObject({ version: z.string() }),
  paths: z.record(z.string(), z.record(z.string(), Operation)),
  components: z.looseObject({ schemas: z.record(z.string(), z.unknown()) }),
});

const document = Document.parse(openapiOf(routes, apiDocument));
const all: [string, Route][] = Object.entries(routes);
const operationOf = ({ path, method }: Route) => document.paths[path]?.[method.toLowerCase()];

describe('The OpenAPI document', () => {
  it('has the version of the service', () => {
    expect(document.info.version).toBe(packageJson.version);
  });

  it.each(all)('has the operation %s with its statuses, parameters and body', (operationId, route) => {
    const operation = operationOf(route);
    expect(operation?.operationId).toBe(operationId);
    expect(Object.keys(operation?.responses ?? {})).toEqual(
      expect.arrayContaining([...Object.keys(route.responses), '400', '500']),
    );
    const inPath = [...route.path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name);
    expect(operation?.parameters.filter((each) => each.in === 'path' && each.required).map(({ name }) => name)).toEqual(
      inPath,
    );
    expect(operation?.requestBody !== undefined).toBe(route.body !== undefined);
    expect(operation?.responses['415'] !== undefined).toBe(route.body !== undefined);
  });

  it('marks the operations that need no key', () => {
    const open = all.filter(([, route]) => operationOf(route)?.security?.length === 0).map(([name]) => name);
    expect(open).toEqual(all.filter(([, { scope }]) => scope === 'public').map(([name]) => name));
    for (const [, route] of all) {
      const refuses = route.scope !== 'public' || (route.errors?.includes('unauthorized') ?? false);
      expect('401' in (operationOf(route)?.responses ?? {})).toBe(refuses);
    }
  });

  it('contains the limits of the schemas and whether a body is optional', () => {
    const page = operationOf(routes.listTransactions)?.parameters.find(({ name }) => name === 'pageSize');
    expect(page).toMatchObject({ required: false, schema: { type: 'integer', minimum: 1, maximum: 100 } });
    expect(operationOf(routes.createRule)?.requestBody?.required).toBe(true);
    expect(operationOf(routes.resolveEvent)?.requestBody?.required).toBe(false);
  });

  it('refers only to components that it contains', () => {
    const refs = [...JSON.stringify(document).matchAll(/"\$ref":"([^"]+)"/g)].map(([, ref = '']) => ref);
    const known = Object.keys(document.components.schemas).map((name) => `#/components/schemas/${name}`);
    expect(refs.length).toBeGreaterThan(0);
    expect(known).toEqual(expect.arrayContaining([...new Set(refs)]));
  });

  it('contains no attribute of a stored secret', () => {
    expect(JSON.stringify(document)).not.toMatch(/sealed|previousSecrets|methodSelector/);
  });
});
