import { describe, expect, it } from '@jest/globals';
import { apiUrlIn } from '../../../infra/deploy/stack-outputs.ts';

describe('The outputs of a deploy', () => {
  it('say the base URL of the API, also when it is the very first deploy', () => {
    const outputs = {
      'chainwatch-dev': { ApiUrl: 'https://id.execute-api.eu-west-1.amazonaws.com/dev', RestApiEndpoint0551178A: 'x' },
      'chainwatch-dev-console': { ConsoleUrl: 'https://d1.cloudfront.net/console/' },
      'chainwatch-dev-budget': {},
    };
    expect(apiUrlIn(JSON.stringify(outputs))).toBe('https://id.execute-api.eu-west-1.amazonaws.com/dev');
  });

  it('are refused without an API', () => {
    expect(() => apiUrlIn('{"chainwatch-dev-console":{"ConsoleUrl":"x"}}')).toThrow('has an ApiUrl');
  });
});
