import { describedChannels } from '../../lib/channels/channel-registry.ts';
import { channels } from '../../lib/channels/index.ts';
import type { ApiDocument } from '../../lib/platform/http/openapi-document.ts';
import packageJson from '../../package.json' with { type: 'json' };
import { apiDescription } from './api-description.ts';
import { tags } from './api-tags.ts';
import { examples } from './examples/index.ts';
import { answerVariants, requestVariants } from './rule-variants.ts';
import { webhooksOf } from './webhook-operations.ts';

/** What the OpenAPI document says beside the routes. */
export const apiDocument: ApiDocument = {
  info: {
    title: 'Chainwatch',
    version: packageJson.version,
    description: apiDescription,
    license: { name: packageJson.license, identifier: packageJson.license },
    contact: { name: 'Chainwatch' },
  },
  servers: [
    {
      url: 'https://{apiId}.execute-api.{region}.amazonaws.com/{stage}',
      description: 'A deployed stage',
      variables: {
        apiId: { default: 'a1b2c3d4e5', description: 'An output of the stack' },
        region: { default: 'eu-central-1' },
        stage: { default: 'prod' },
      },
    },
    { url: 'http://127.0.0.1:3000', description: 'The local stack: npm start' },
  ],
  tags,
  examples,
  variants: { input: requestVariants, output: answerVariants },
  webhooks: webhooksOf,
  extensions: { 'x-channels': describedChannels(channels) },
};
