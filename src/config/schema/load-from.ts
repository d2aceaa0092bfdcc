import * as z from 'zod';
import { plainValue, text } from './values.ts';

/** Most pods: what merging costs beyond that was never measured. */
export const MOST_PODS = 1000;

const kubernetes = z
  .strictObject({
    pods: z
      .int()
      .min(1)
      .max(MOST_PODS)
      .meta({
        description: 'How many pods send the load, each an equal part of it.',
        examples: [8],
      }),
    namespace: text({
      description: 'Where the pods run. Default: the namespace of the context.',
      examples: ['load'],
    }).optional(),
    context: text({
      description: 'The context of `kubectl`. Default: the one it uses.',
      examples: ['staging'],
    }).optional(),
    image: text({
      description:
        'An image with `k6` on its PATH, of the version that runs here. Default: `grafana/k6` of that version.',
      examples: ['registry.example.com/k6:2.2.0'],
    }).optional(),
    resources: z
      .strictObject({
        cpu: plainValue().meta({ description: 'Processors of each pod.', examples: [2, '500m'] }),
        memory: plainValue().meta({ description: 'Memory of each pod.', examples: ['1Gi', '512Mi'] }),
      })
      .partial()
      .meta({
        description:
          'What each pod asks for, and its limit at once. Default: no limit. A pod that needs more processor time sends late, and its rounds are discarded.',
        examples: [{ cpu: 2, memory: '1Gi' }],
      })
      .optional(),
  })
  .meta({
    description: 'Pods of a Kubernetes cluster, which the `kubectl` on PATH reaches.',
    examples: [{ pods: 8, namespace: 'load', resources: { cpu: 2, memory: '1Gi' } }],
  });

export const loadFrom = z.strictObject({ kubernetes }).meta({
  description:
    'Where load comes from, for two deployments whose load one machine cannot send. Default: this machine.',
  examples: [{ kubernetes: { pods: 8, namespace: 'load' } }],
});
