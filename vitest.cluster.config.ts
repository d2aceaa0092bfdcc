import { defineConfig, mergeConfig } from 'vitest/config';
import base from './vitest.config.ts';

/**
 * Load from pods of a real Kubernetes. Needs an empty cluster with the images of bench/cluster, in `KUBECONFIG`:
 * `node bench/cluster/bed.mjs npm run test:cluster`. They share two processors, so they run one after the other.
 */
const config = mergeConfig(base, defineConfig({ test: { testTimeout: 600_000 } }));
config.test.projects = [
  {
    extends: true,
    test: { name: 'cluster', include: ['tests/cluster/**/*.test.ts'], fileParallelism: false },
  },
];

export default config;
