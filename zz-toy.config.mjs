export default { rootDir: '/tmp/wt/families', testEnvironment: 'node', transform: {}, extensionsToTreatAsEsm: ['.ts'], moduleFileExtensions: ['ts','js','json','node'], testTimeout: 120000, maxWorkers: 1,
 testMatch: ['<rootDir>/test/**/*.real.test.ts'], globalSetup: '/tmp/toycfg/setup.ts', globalTeardown: '/tmp/toycfg/teardown.ts' };
