import * as z from 'zod';
import quickStart from './quick-start.md';

const Parameter = z.looseObject({ required: z.boolean(), schema: z.looseObject({}) });
const Operation = z.looseObject({ parameters: z.array(Parameter).optional() });
const Document = z.looseObject({
  info: z.looseObject({ description: z.string() }),
  paths: z.record(z.string(), z.record(z.string(), Operation)),
});

/**
 * The OpenAPI document as the page shows it: its description begins with three calls to this origin. Scalar would send
 * the first choice of each optional parameter, such as `ruleType=any_transfer`, which finds nothing as a rule. Scalar
 * sends nothing for a parameter whose example is empty.
 */
export function withQuickStart(given: unknown, origin: string): Record<string, unknown> {
  const document = Document.parse(given);
  for (const operation of Object.values(document.paths).flatMap((path) => Object.values(path))) {
    operation.parameters = operation.parameters?.map((parameter) => {
      const { required, schema } = parameter;
      if (required || !('enum' in schema || 'default' in schema)) return parameter;
      // Without the empty list of the schema, the page would show the empty example to readers.
      return { ...parameter, example: '', schema: { ...schema, examples: [] } };
    });
  }
  const calls = quickStart.replaceAll('https://this-page', origin).replaceAll('"ethereum"', `"${chainAt(origin)}"`);
  const description = `${calls}\n## What the API does\n\n${document.info.description}`;
  return { ...document, info: { ...document.info, description } };
}

/** The chain of the first wallet: the local stack watches its own EVM node, and no public chain unless asked. */
const chainAt = (origin: string): string =>
  ['127.0.0.1', 'localhost'].includes(new URL(origin).hostname) ? 'anvil' : 'ethereum';
