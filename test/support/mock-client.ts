import { afterAll } from '@jest/globals';
import { mockClient } from 'aws-sdk-client-mock';

/**
 * Mocks a client of AWS until the end of the test file. Later test files of the same process share the class of the
 * client (shared-libraries.cjs), so each mock must end. Call this function outside the tests.
 */
export const mockedClient: typeof mockClient = (client) => {
  const mock = mockClient(client);
  afterAll(() => mock.restore());
  return mock;
};
