import { readFile } from 'node:fs/promises';
import { registerHooks } from 'node:module';

/**
 * Prints the types of the OpenAPI document whose path is the argument. `.npmrc` has npm ignore peer dependencies, so
 * npm puts the generator beside the TypeScript 7 of the repository. The hook gives the generator the TypeScript 5 of
 * this workspace.
 */
registerHooks({
  resolve: (specifier, context, next) =>
    next(specifier, specifier === 'typescript' ? { ...context, parentURL: import.meta.url } : context),
});
const { default: openapiTypescript, astToString } = await import('openapi-typescript');

const document = JSON.parse(await readFile(process.argv[2] ?? '', 'utf8'));
process.stdout.write('// Generated from docs/openapi.json by `npm run generate`.\n');
// A request may leave out a field that has a default. An answer has each of its fields, which the document says.
process.stdout.write(astToString(await openapiTypescript(document, { defaultNonNullable: false })));
