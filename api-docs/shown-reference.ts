import * as z from 'zod';

const Content = z.looseObject({ schema: z.looseObject({ properties: z.record(z.string(), z.unknown()).optional() }) });
const Body = z.looseObject({ content: z.looseObject({ 'application/json': Content }) });
const Operation = z.looseObject({ description: z.string().optional(), requestBody: Body.optional() });
const Document = z.looseObject({ paths: z.record(z.string(), z.record(z.string(), Operation)) });

/**
 * The OpenAPI document as the page shows it: the description of each call ends with the guides about the call. A body
 * that has no fields is left out, as a caller may leave it out.
 * @param guides Markdown by the call, such as `GET /api/wallets`.
 */
export function withGuides(given: unknown, guides: Readonly<Record<string, string>>): Record<string, unknown> {
  const document = Document.parse(given);
  for (const [path, methods] of Object.entries(document.paths)) {
    for (const [method, operation] of Object.entries(methods)) {
      const about = guides[`${method.toUpperCase()} ${path}`];
      operation.description = [operation.description, about].filter((text) => text !== undefined).join('\n\n');
      if (isEmpty(operation.requestBody)) delete operation.requestBody;
    }
  }
  return document;
}

function isEmpty(body: z.output<typeof Body> | undefined): boolean {
  const properties = body?.content['application/json'].schema.properties;
  return properties !== undefined && Object.keys(properties).length === 0;
}
