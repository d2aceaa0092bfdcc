import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import {
  type ComposeFile,
  type IsolationOptions,
  isolateCompose,
} from '../../../src/services/containers/isolation.ts';

/** As Compose 2.29 prints it. */
const FILE = `
name: shop
services:
  app:
    build: {context: /repo, dockerfile: Dockerfile, tags: [acme/app:latest]}
    container_name: acme-app
    depends_on: {db: {condition: service_healthy, required: true}}
    environment: {DB: "db:5432", MONEY: 5$$x}
    image: acme/app:dev
    networks: {default: {ipv4_address: 172.99.0.5, aliases: [shop]}, proxy: {}}
    ports:
      - {mode: ingress, target: 8080, published: "8080", protocol: tcp}
    restart: unless-stopped
    external_links: [redis]
    deploy: {replicas: 1, restart_policy: {condition: any}}
    volumes:
      - {type: bind, source: /repo/conf, target: /conf, read_only: true}
      - {type: bind, source: /repo/data, target: /data}
      - {type: bind, source: /root/.aws, target: /aws, read_only: true}
      - {type: volume, source: files, target: /files, volume: {}}
  db:
    image: postgres:17
    container_name: acme-db
    networks: {default: null}
    ports:
      - {mode: ingress, host_ip: 127.0.0.1, target: 5432, published: "5432", protocol: tcp}
    volumes:
      - {type: volume, source: pg, target: /var/lib/postgresql/data, volume: {}}
      - {type: volume, target: /anonymous, volume: {}}
  worker:
    image: acme/app:dev
    depends_on: {db: {condition: service_started}}
  unused: {image: nothing, network_mode: host}
networks:
  default: {name: shop_default, ipam: {config: [{subnet: 172.99.0.0/16}]}}
  proxy: {name: traefik, external: true}
  back: {internal: true}
volumes:
  files: {name: shop_files}
  pg: {name: pg, external: true}
  ram: {driver: local, driver_opts: {type: tmpfs, device: tmpfs}}
`;
const FIXED =
  /"(container_name|restart|restart_policy|ipv4_address|subnet|external|name|tags|logging|profiles|external_links)":/;

const isolate = (text: string, options: Partial<IsolationOptions> = {}) =>
  isolateCompose(parse(text) as ComposeFile, {
    where: 'compose.yaml',
    service: 'app',
    hostPort: 40123,
    env: [],
    own: ['/repo'],
    exists: (path) => path !== '/repo/data',
    nameImage: (service) => `tailgate-${service}:head`,
    ...options,
  });

describe('a compose file of an instance', () => {
  it('has nothing fixed that two could not have, and keeps the rest', () => {
    const { file, notes, pulled } = isolate(FILE, { env: ['TOKEN'] });
    expect(JSON.stringify({ ...file, name: undefined })).not.toMatch(FIXED);
    expect(Object.keys(file.services!)).toEqual(['app', 'db']);
    const { app, db } = file.services!;
    expect(app).toMatchObject({
      image: 'tailgate-app:head',
      ports: ['127.0.0.1:40123:8080'],
      // Values come from the command, so that no file has them.
      environment: { DB: 'db:5432', MONEY: '5$$x', TOKEN: null },
      networks: { default: { aliases: ['shop', 'acme-app'] }, proxy: { aliases: ['acme-app'] } },
      depends_on: { db: { condition: 'service_healthy' } },
      volumes: [
        { type: 'bind', source: '/repo/conf', target: '/conf', read_only: true },
        { type: 'volume', target: '/data' },
        { type: 'bind', source: '/root/.aws', target: '/aws', read_only: true },
        { type: 'volume', source: 'files', target: '/files' },
      ],
    });
    expect(db).not.toHaveProperty('ports');
    expect(db).toMatchObject({ image: 'tailgate-db-postgres-17:head' });
    expect(pulled).toEqual([{ image: 'postgres:17', tag: 'tailgate-db-postgres-17:head' }]);
    expect(file.networks!.back).toEqual({ internal: true });
    expect(file.volumes!.ram).toEqual({ driver: 'local', driver_opts: { type: 'tmpfs', device: 'tmpfs' } });
    expect(notes).toEqual([
      '`app` has no `external_links`',
      '/repo/data is not in the revision, so `app` gets an empty volume there',
      'the external network `proxy` is separate for each start, with nothing else in it',
      'the volume `pg` is separate for each start, and empty',
    ]);
  });

  it.each([
    ['acme/app:dev', 'acme/app:dev'],
    ['acme/app:dev', 'acme/app'],
    ['localhost:5000/app', 'localhost:5000/app:latest'],
  ])('builds the image %s for the service that only names %s', (own, named) => {
    const text = FILE.replaceAll('acme/app:dev', named).replace(`image: ${named}`, `image: ${own}`);
    const { file, pulled } = isolate(text, { service: 'worker', port: 80 });
    expect(file.services!.worker).toMatchObject({
      image: 'tailgate-app:head',
      build: { context: '/repo', dockerfile: 'Dockerfile' },
      ports: ['127.0.0.1:40123:80'],
    });
    expect(pulled.map(({ image }) => image)).toEqual(['postgres:17']);
  });

  it('gives each service a tag of its own for what is pulled', () => {
    const { pulled } = isolate(`services:
  app: {build: {context: /repo}, expose: ["80"], depends_on: {cache: {}, sessions: {}}}
  sessions: {image: "redis:7", platform: linux/amd64}
  cache: {image: "redis:7"}`);
    expect(pulled).toEqual([
      { image: 'redis:7', tag: 'tailgate-cache-redis-7:head' },
      { image: 'redis:7', tag: 'tailgate-sessions-redis-7:head', platform: 'linux/amd64' },
    ]);
  });

  it('has a container found by its own name in each of its networks, where it is in any', () => {
    const { services } = isolate(`services:
  app: {image: a, expose: ["80"], depends_on: {db: {}, cache: {}, task: {}}}
  db: {image: d, container_name: acme-db}
  cache: {image: q, container_name: acme-cache, networks: {back: {aliases: [jobs], ipv4_address: 172.99.0.5}}}
  task: {image: t, container_name: acme-task, network_mode: none}
networks: {back: {}}`).file;
    const { db, cache, task } = services!;
    expect(db!.networks).toEqual({ default: { aliases: ['acme-db'] } });
    expect(cache!.networks).toEqual({ back: { aliases: ['jobs', 'acme-cache'] } });
    expect(task).not.toHaveProperty('networks');
  });

  it('starts what a service depends on by links, volumes or its network', () => {
    const text = `services:
  app: {image: a, expose: ["80"], links: ["db:database"], volumes_from: ["store:ro"]}
  db: {image: d, network_mode: "service:net"}
  store: {image: s, depends_on: {late: {}}}
  ${['net', 'late', 'other'].map((name) => `${name}: {image: ${name}}`).join('\n  ')}`;
    expect(Object.keys(isolate(text).file.services!)).toEqual(['app', 'db', 'store', 'net', 'late']);
  });

  it.each([
    '{external: true, name: theirs}',
    '{driver: vieux/sshfs, driver_opts: {sshcmd: them}}',
    '{driver: local, driver_opts: {type: nfs, o: "addr=10.0.0.1,rw", device: ":/data"}}',
    '{name: theirs}',
  ])('has a new volume for %s', (volume) => {
    const text = `services: {app: {image: a, expose: [80]}}\nvolumes: {v: ${volume}}`;
    expect(isolate(text).file.volumes).toEqual({ v: {} });
  });
});

describe('what two arms cannot have side by side', () => {
  const isShared = (what: string) => `\`${what}\` of \`app\` is the same for both revisions`;
  const mayWrite = (path: string) => `\`app\` may write to ${path}, which both revisions would share.`;
  const mount = (type: string, source: string) => `volumes: [{type: ${type}, source: ${source}, target: /f}]`;
  it.each<[app: string, what: string]>([
    ...['network_mode: host', 'network_mode: container:x', 'network_mode: theirs', 'pid: host'].map(
      (mode): [string, string] => [mode, isShared(mode)],
    ),
    ['ipc: "container:x"', isShared('ipc: container:x')],
    ['volumes_from: ["container:store"]', isShared('volumes_from: container:store')],
    ['volumes_from: ["container:db:ro"]', isShared('volumes_from: container:db:ro')],
    [mount('bind', '/srv/files'), mayWrite('/srv/files')],
    [mount('bind', '/repository'), mayWrite('/repository')],
    [mount('cluster', 'group'), mayWrite('group')],
  ])('{%s} is refused: %s', (app, what) => {
    expect(() => isolate(`services: {app: {image: a, expose: [80], ${app}}, db: {image: d}}`)).toThrow(
      expect.objectContaining({ message: expect.stringContaining(what), where: 'compose.yaml' }),
    );
  });

  it.each(['none', 'bridge', 'service:db'])('%s is no network that is shared', (mode) => {
    const app = `{image: a, expose: [80], network_mode: "${mode}"}`;
    expect(() => isolate(`services: {app: ${app}, db: {image: d}}`)).not.toThrow();
  });

  it.each([
    ['image: a', 'names no port'],
    ['image: a, ports: [{target: 80}, {target: 9090}]', 'has the ports 80, 9090'],
    ['image: a, expose: ["8000-8010"]', 'has the ports 8000-8010'],
  ])('{%s} is asked for its port: it %s', (app, what) => {
    const text = `services: {app: {${app}}}`;
    expect(() => isolate(text)).toThrow(`\`app\` ${what}.`);
    expect(() => isolate(text, { port: 80 })).not.toThrow();
  });

  it('a service that is not there is told', () => {
    const hint = expect.stringContaining('It has web.');
    expect(() => isolate('services: {web: {image: a}}')).toThrow(
      expect.objectContaining({ message: 'The file has no service `app`.', hint }),
    );
  });
});
