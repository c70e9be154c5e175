import { relative, resolve } from 'node:path';
import { expect } from '@jest/globals';

// Each test file signs its requests with its own name, so that DynamoDB can tell what each file consumes.
const { testPath = 'test' } = expect.getState();
process.env.AWS_ACCESS_KEY_ID = relative(resolve(import.meta.dirname, '..'), testPath).replaceAll('/', '~');
