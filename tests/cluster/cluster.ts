import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createProject, type Project } from '../cli/project.ts';

/** Deployments of bench/cluster/deployments.yml, by their ports of the node. */
const PORTS = { base: 8081, equal: 8082, slower: 8083 };

/** Where the pods run, and who makes them there. */
const ACCOUNT = `apiVersion: v1
kind: Namespace
metadata: {name: load}
---
apiVersion: v1
kind: ServiceAccount
metadata: {name: tailgate, namespace: load}
---
apiVersion: rbac.authorization.k8s.io/v1
kind: RoleBinding
metadata: {name: tailgate, namespace: load}
roleRef: {apiGroup: rbac.authorization.k8s.io, kind: Role, name: tailgate}
subjects: [{kind: ServiceAccount, name: tailgate, namespace: load}]
---
`;

/** Runs `kubectl` as the administrator. @returns what it prints */
export function kubectl(...args: string[]): string {
  return execFileSync('kubectl', args, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] });
}

export type Cluster = {
  /** URL of a deployment, for pods and for this machine. */
  locate(name: keyof typeof PORTS): string;
  /** Lists what runs have left in the namespace of their pods. */
  list(): string[];
  /** Makes a project that compares a deployment with the base, by load from pods, with the rights that the docs name. */
  compare(name: keyof typeof PORTS, options?: Comparison): Project;
};

type Comparison = {
  pods?: number;
  /** More keys of `kubernetes`, in YAML. */
  more?: string;
  rate?: number;
  budget?: string;
};

/** Deploys the service, and makes the namespace of the pods with an account that has the rights that the docs name. */
export function prepareCluster(): Cluster {
  kubectl('apply', '-f', 'bench/cluster/deployments.yml');
  const deployments = Object.keys(PORTS).map((name) => `deployment/${name}`);
  kubectl('wait', '-n', 'shop', '--for=condition=Available', '--timeout=120s', ...deployments);
  grantRights();
  const address = kubectl(
    ...['get', 'nodes', '-o'],
    'jsonpath={.items[0].status.addresses[?(@.type=="InternalIP")].address}',
  );
  const token = kubectl('create', 'token', 'tailgate', '-n', 'load', '--duration=2h').trim();
  const { clusters } = JSON.parse(kubectl('config', 'view', '--raw', '--minify', '--flatten', '-o', 'json'));
  const locate = (name: keyof typeof PORTS) => `http://${address}:${PORTS[name]}`;
  return {
    locate,
    list: () =>
      kubectl('get', 'jobs,pods,configmaps', '-n', 'load', '-o', 'name')
        .split('\n')
        .filter((name) => name !== '' && name !== 'configmap/kube-root-ca.crt'),
    compare(name, { pods = 1, more = '', rate = 200, budget = '20s' } = {}) {
      const project = createProject(
        {
          'tailgate.yml': `service: {url: "${locate(name)}"}
allow: ["${address}"]
load-from: {kubernetes: {pods: ${pods}, namespace: load${more}}}
scenarios:
  main:
    request: GET /
    slo: p99 < 200ms at ${rate} req/s
measure: {budget: ${budget}, soak: 0s}
baseline: {confidence: 75%, tolerance: 10%}
explain: off
`,
        },
        'real',
      );
      const access = {
        apiVersion: 'v1',
        kind: 'Config',
        clusters: [{ name: 'bed', cluster: clusters[0].cluster }],
        users: [{ name: 'tailgate', user: { token } }],
        contexts: [{ name: 'bed', context: { cluster: 'bed', user: 'tailgate', namespace: 'load' } }],
        'current-context': 'bed',
      };
      writeFileSync(join(project.folder, 'kubeconfig'), JSON.stringify(access), { mode: 0o600 });
      const urls = ['--base-url', locate('base'), '--head-url', locate(name)];
      return {
        ...project,
        start: (args, ...more) => project.start([...args, ...urls], ...more),
        run: (args, ...more) => project.run([...args, ...urls], ...more),
      };
    },
  };
}

/** Gives the account of the pods the rights that the docs name. */
function grantRights(): void {
  const [role] = /^apiVersion: rbac[\s\S]*?(?=^```)/m.exec(readFileSync('docs/scale.md', 'utf8')) ?? [];
  execFileSync('kubectl', ['apply', '-f', '-'], {
    input: `${ACCOUNT}${role}`,
    stdio: ['pipe', 'pipe', 'inherit'],
  });
}

/** What a run reads to reach the cluster with these rights. */
export function accessOf(project: Project): NodeJS.ProcessEnv {
  return { KUBECONFIG: join(project.folder, 'kubeconfig') };
}
