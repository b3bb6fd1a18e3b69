import { defineConfig, type ViteUserConfig } from 'vitest/config'

const config: ViteUserConfig = defineConfig({
  test: {
    include: ['{src,test,eval,torture}/**/*.test.ts'],
    setupFiles: ['test/setup.ts'],
    pool: 'threads',
    isolate: false,
    testTimeout: 60_000,
    reporters: ['default', './scripts/count-reporter.ts'],
  },
})

export default config
