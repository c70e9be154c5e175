import * as z from 'zod';

/** What `cdk deploy --outputs-file` writes: the outputs of each stack by its name. */
const Outputs = z.record(z.string(), z.looseObject({ ApiUrl: z.url().optional() }));

/**
 * The base URL of the API that a deploy made.
 * @param text the content of the file of outputs.
 * @throws Error if no stack of the file has an API.
 */
export function apiUrlIn(text: string): string {
  const [url] = Object.values(Outputs.parse(JSON.parse(text))).flatMap(({ ApiUrl }) => ApiUrl ?? []);
  if (url === undefined) throw new Error('No stack of these outputs has an ApiUrl');
  return url;
}
