import type { Example } from '../../../lib/platform/http/openapi-operation.ts';
import { accountExamples } from './account-examples.ts';
import { addressBookExamples } from './address-book-examples.ts';
import { chainExamples } from './chain-examples.ts';
import { destinationExamples } from './destination-examples.ts';
import { ruleExamples } from './rule-examples.ts';
import { transactionExamples } from './transaction-examples.ts';
import { walletExamples } from './wallet-examples.ts';
import { webhookRouteExamples } from './webhook-examples.ts';

/** An example of each operation, by the name of its route. Tests parse each example with the schemas of the route. */
export const examples: Readonly<Record<string, Example>> = {
  ...transactionExamples,
  ...ruleExamples,
  ...webhookRouteExamples,
  ...destinationExamples,
  ...walletExamples,
  ...addressBookExamples,
  ...chainExamples,
  ...accountExamples,
};
