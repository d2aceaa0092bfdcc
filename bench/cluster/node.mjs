/** A control plane and one node, in a place of their own. */
import { generateKeyPairSync, randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { makeImages, PAUSE } from './images.mjs';
import { ADDRESS } from './isolation.mjs';
import { PARTS } from './kubernetes.mjs';

const NODE = 'bed';
const SERVER = 'https://127.0.0.1:6443';
const READY_MS = 120_000;
/** Debian's place, and that of the project's own releases. */
const CNI = ['/usr/lib/cni', '/opt/cni/bin'];

/** Who calls the API server: user and group of each, whose token is in a kubeconfig. */
const CALLERS = {
  admin: ['admin', 'system:masters'],
  controllers: ['system:kube-controller-manager', ''],
  scheduler: ['system:kube-scheduler', ''],
  node: [`system:node:${NODE}`, 'system:nodes'],
};

/** The folder with the plugins of pods' networks; undefined where there is none. */
export function findPlugins() {
  return CNI.find((path) => existsSync(join(path, 'bridge')));
}

/**
 * Starts all of it, and waits until pods can run.
 *
 * @param place  of `makePlace`
 * @param {object} options  `folder`: for files of this cluster; `cgroup`: name of the place's cgroups; `binary`:
 *   path of Kubernetes
 * @returns {Promise<Record<string, string>>} environment for commands that use it as its administrator
 */
export async function startNode(place, { folder, cgroup, binary, signal }) {
  const file = (name) => join(folder, name);
  for (const name of ['bin', 'logs', 'keys', 'network', 'images']) mkdirSync(file(name));
  for (const part of PARTS) symlinkSync(binary, file(`bin/${part}`));
  writeKeys(file);
  writeSettings(file, cgroup);
  const start = (name, command, ...args) => place.start(file(`logs/${name}.log`), command, ...args);
  const access = ['--kubeconfig', file('keys/admin'), '--cache-dir', file('cache')];
  const kubectl = (...args) => place.call(file('bin/kubectl'), ...access, ...args);
  const wait = (...args) => kubectl('wait', '--timeout=60s', ...args);
  const load = (archive) => place.call('ctr', '-n', 'k8s.io', 'images', 'import', archive);
  const making = makeImages(file('images'), signal);
  try {
    const control = [
      start('etcd', 'etcd', ...ETCD),
      start('containerd', 'containerd', '-c', file('containerd.toml')),
      start('apiserver', file('bin/kube-apiserver'), ...apiserverOptions(file)),
    ];
    const isUp = [() => place.call('ctr', 'version'), () => kubectl('get', '--raw', '/readyz')];
    await Promise.race([Promise.all(isUp.map(until)), ...control]);
    const others = [
      start('controllers', file('bin/kube-controller-manager'), ...controllersOptions(file)),
      start('scheduler', file('bin/kube-scheduler'), '--kubeconfig', file('keys/scheduler'), ...ALONE),
      start('kubelet', file('bin/kubelet'), ...kubeletOptions(file)),
    ];
    const canRun = [
      making.then(({ archives }) => Promise.all(archives.map(load))),
      wait('--for=create', 'serviceaccount/default'),
      wait('--for=create', `node/${NODE}`).then(() => wait('--for=condition=Ready', `node/${NODE}`)),
    ];
    await Promise.race([Promise.all(canRun), ...control, ...others]);
    const { k6 } = await making;
    const PATH = [file('bin'), process.env.PATH].join(delimiter);
    return { KUBECONFIG: file('keys/admin'), KUBECACHEDIR: file('cache'), TAILGATE_K6: k6, PATH };
  } finally {
    // Its folder is to be removed.
    await making.catch(() => {});
  }

  async function until(attempt) {
    const last = Date.now() + READY_MS;
    for (;;) {
      try {
        return await attempt();
      } catch (error) {
        if (signal.aborted || Date.now() > last) throw error;
        await sleep(200, null, { signal });
      }
    }
  }
}

const ALONE = ['--leader-elect=false', '--bind-address=127.0.0.1'];
const [CLIENTS, PEERS] = ['http://127.0.0.1:2379', 'http://127.0.0.1:2380'];
const ETCD = [
  ...['--data-dir', '/var/lib/etcd', '--initial-cluster', `default=${PEERS}`],
  ...['--listen-client-urls', '--advertise-client-urls'].flatMap((name) => [name, CLIENTS]),
  ...['--listen-peer-urls', '--initial-advertise-peer-urls'].flatMap((name) => [name, PEERS]),
];

function apiserverOptions(file) {
  return [
    `--etcd-servers=${CLIENTS}`,
    '--bind-address=127.0.0.1',
    '--advertise-address=127.0.0.1',
    // It makes its certificate there.
    `--cert-dir=${file('keys/api')}`,
    `--service-account-key-file=${file('keys/accounts')}`,
    `--service-account-signing-key-file=${file('keys/accounts')}`,
    '--service-account-issuer=https://bed.local',
    `--token-auth-file=${file('keys/tokens')}`,
    '--authorization-mode=Node,RBAC',
    '--service-cluster-ip-range=10.0.0.0/24',
    '--kubelet-preferred-address-types=InternalIP',
  ];
}

function controllersOptions(file) {
  return [
    ...['--kubeconfig', file('keys/controllers'), ...ALONE],
    `--service-account-private-key-file=${file('keys/accounts')}`,
    // As one account for all it may not change nodes.
    '--use-service-account-credentials=true',
    '--controllers=*,-node-ipam-controller',
  ];
}

function kubeletOptions(file) {
  return [
    ...['--kubeconfig', file('keys/node'), '--config', file('kubelet.json')],
    ...['--hostname-override', NODE, '--node-ip', ADDRESS],
  ];
}

/** New keys and tokens for each cluster, readable by root alone. */
function writeKeys(file) {
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  const write = (name, text) => writeFileSync(file(`keys/${name}`), text, { mode: 0o600 });
  write('accounts', privateKey.export({ type: 'pkcs8', format: 'pem' }));
  const tokens = Object.entries(CALLERS).map(([name, [user, group]]) => {
    const token = randomBytes(16).toString('hex');
    write(name, JSON.stringify(describeAccess(file('keys/api/apiserver.crt'), token)));
    return `${token},${user},${name},"${group}"\n`;
  });
  write('tokens', tokens.join(''));
}

function describeAccess(authority, token) {
  return {
    ...{ apiVersion: 'v1', kind: 'Config', 'current-context': 'bed' },
    clusters: [{ name: 'bed', cluster: { server: SERVER, 'certificate-authority': authority } }],
    users: [{ name: 'bed', user: { token } }],
    contexts: [{ name: 'bed', context: { cluster: 'bed', user: 'bed', namespace: 'default' } }],
  };
}

function writeSettings(file, cgroup) {
  const bridge = {
    ...{ type: 'bridge', bridge: 'pods', isGateway: true, hairpinMode: true },
    ipam: { type: 'host-local', ranges: [[{ subnet: '10.244.0.0/24' }]], routes: [{ dst: '0.0.0.0/0' }] },
  };
  const network = { cniVersion: '0.4.0', name: 'pods', plugins: [bridge] };
  writeFileSync(file('network/pods.conflist'), JSON.stringify(network));
  // What its plugin `opt` makes is a folder of the machine.
  writeFileSync(
    file('containerd.toml'),
    `version = 2
disabled_plugins = ["io.containerd.internal.v1.opt"]
[plugins."io.containerd.grpc.v1.cri"]
sandbox_image = "${PAUSE}"
restrict_oom_score_adj = true
disable_apparmor = true
[plugins."io.containerd.grpc.v1.cri".cni]
bin_dir = "${findPlugins()}"
conf_dir = "${file('network')}"
`,
  );
  // Names of this network are of no use to pods.
  writeFileSync(file('resolv.conf'), '');
  const settings = {
    ...{ apiVersion: 'kubelet.config.k8s.io/v1beta1', kind: 'KubeletConfiguration' },
    // Nobody else is in its network.
    authentication: { anonymous: { enabled: true }, webhook: { enabled: false } },
    authorization: { mode: 'AlwaysAllow' },
    ...{ cgroupDriver: 'cgroupfs', cgroupRoot: `/${cgroup}`, failCgroupV1: false, failSwapOn: false },
    containerRuntimeEndpoint: 'unix:///run/containerd/containerd.sock',
    // Other machines than ours may have little left.
    evictionHard: { 'memory.available': '100Mi' },
    imageGCHighThresholdPercent: 100,
    localStorageCapacityIsolation: false,
    makeIPTablesUtilChains: false,
    resolvConf: file('resolv.conf'),
    volumePluginDir: '/var/lib/kubelet/volume-plugins',
  };
  writeFileSync(file('kubelet.json'), JSON.stringify(settings));
}
