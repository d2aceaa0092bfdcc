import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import {
  type ComposeFile,
  IsolationError,
  type IsolationOptions,
  isolateCompose,
} from '../../../src/services/containers/isolation.ts';

/** As Compose 2.29 prints it. */
const VERSION_2 = `
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

/** As Compose 1.29 prints the same. */
const VERSION_1 = `
services:
  app:
    build: {context: /repo}
    container_name: acme-app
    depends_on: {db: {condition: service_healthy}}
    environment: {DB: "db:5432", MONEY: 5$$x}
    image: acme/app:dev
    networks: {default: {ipv4_address: 172.99.0.5, aliases: [shop]}, proxy: {}}
    ports:
      - {published: 8080, target: 8080}
    restart: unless-stopped
    volumes: ["/repo/conf:/conf:ro", "/repo/data:/data:rw", "/root/.aws:/aws:ro", "files:/files:rw"]
  db:
    image: postgres:17
    ports: ["127.0.0.1:5432:5432/tcp"]
    volumes: ["pg:/var/lib/postgresql/data:rw", "/anonymous"]
version: '3.9'
networks:
  default: {ipam: {config: [{subnet: 172.99.0.0/16}]}}
  proxy: {external: true, name: traefik}
volumes:
  files: {name: shop_files}
  pg: {external: true, name: pg}
`;

const isolate = (text: string, options: Partial<IsolationOptions> = {}) =>
  isolateCompose(parse(text) as ComposeFile, {
    service: 'app',
    hostPort: 40123,
    env: [],
    own: ['/repo'],
    exists: (path) => path !== '/repo/data',
    nameImage: (service) => `tailgate-${service}:head`,
    ...options,
  });

describe('a compose file of an instance', () => {
  it.each([
    ['2', VERSION_2],
    ['1', VERSION_1],
  ])('has nothing fixed that two could not have, as Compose %s prints it', (_, text) => {
    const { file, notes, pulled } = isolate(text);
    expect(Object.keys(file.services!)).toEqual(['app', 'db']);
    const { app, db } = file.services!;
    expect(app).toMatchObject({
      image: 'tailgate-app:head',
      ports: ['127.0.0.1:40123:8080'],
      environment: { DB: 'db:5432', MONEY: '5$$x' },
      networks: { default: { aliases: ['shop', 'acme-app'] }, proxy: { aliases: ['acme-app'] } },
      depends_on: { db: { condition: 'service_healthy' } },
    });
    const mounts = (app!.volumes as object[]).map((mount) => ({ ...mount, volume: undefined }));
    expect(mounts).toEqual([
      expect.objectContaining({ type: 'bind', source: '/repo/conf', target: '/conf', read_only: true }),
      { type: 'volume', target: '/data' },
      expect.objectContaining({ type: 'bind', source: '/root/.aws', target: '/aws', read_only: true }),
      expect.objectContaining({ type: 'volume', source: 'files', target: '/files' }),
    ]);
    for (const key of [
      'container_name',
      'restart',
      'restart_policy',
      'ipv4_address',
      'subnet',
      'external',
      'name',
      'tags',
    ])
      expect(JSON.stringify({ ...file, name: undefined })).not.toContain(`"${key}"`);
    expect(db).not.toHaveProperty('ports');
    expect(pulled).toEqual([{ image: 'postgres:17', tag: 'tailgate-db-postgres-17:head' }]);
    expect(db).toMatchObject({ image: 'tailgate-db-postgres-17:head' });
    expect(notes).toEqual([
      '/repo/data is not in the revision, so `app` has an empty volume there',
      'the external network `proxy` is another one in each instance, and nobody else is in it',
      'the volume `pg` is another one in each instance, and empty',
    ]);
  });

  it('keeps what volumes and networks do', () => {
    const { networks, volumes } = isolate(VERSION_2).file;
    expect(networks!.back).toEqual({ internal: true });
    expect(volumes!.ram).toEqual({ driver: 'local', driver_opts: { type: 'tmpfs', device: 'tmpfs' } });
  });

  it('builds an image for the service that only names it', () => {
    const { file, pulled } = isolate(VERSION_2, { service: 'worker', port: 80 });
    expect(file.services!.worker).toMatchObject({
      image: 'tailgate-app:head',
      build: { context: '/repo' },
      ports: ['127.0.0.1:40123:80'],
    });
    expect(pulled.map(({ image }) => image)).toEqual(['postgres:17']);
  });

  it.each([
    ['by a further tag', 'acme/app:dev', 'acme/app:latest'],
    ['by a further tag that it does not write out', 'acme/app:dev', 'acme/app'],
    ['without the tag', 'localhost:5000/app:latest', 'localhost:5000/app'],
    ['with the tag', 'localhost:5000/app', 'localhost:5000/app:latest'],
  ])('builds an image for the service that names it %s', (_, own, named) => {
    const built = VERSION_2.replace('image: acme/app:dev', `image: ${own}`);
    const text = built.replace('worker:\n    image: acme/app:dev', `worker:\n    image: ${named}`);
    const { file, pulled } = isolate(text, { service: 'worker', port: 80 });
    expect(file.services!.worker).toMatchObject({ image: 'tailgate-app:head' });
    expect(file.services!.worker!.build).toEqual({ context: '/repo', dockerfile: 'Dockerfile' });
    expect(pulled.map(({ image }) => image)).toEqual(['postgres:17']);
  });

  it('gives each service a tag of its own for what is pulled, and builds none of it', () => {
    const text = `services:
  app: {build: {context: /repo}, expose: ["80"], depends_on: ["1", sessions, other]}
  sessions: {image: "redis:7", platform: linux/amd64}
  "1": {image: "redis:7"}
  other: {image: "acme/app:1"}`;
    const { file, pulled } = isolate(text);
    expect(pulled).toEqual([
      { image: 'redis:7', tag: 'tailgate-1-redis-7:head' },
      { image: 'redis:7', tag: 'tailgate-sessions-redis-7:head', platform: 'linux/amd64' },
      { image: 'acme/app:1', tag: 'tailgate-other-acme-app-1:head' },
    ]);
    for (const { tag } of pulled)
      expect(Object.values(file.services!).filter(({ image }) => image === tag)).toHaveLength(1);
  });

  it('has a container found by its own name in each of its networks, where it is in any', () => {
    const text = `services:
  app: {image: a, expose: ["80"], depends_on: [db, cache, queue, task], networks: {default: null}}
  db: {image: d, container_name: acme-db}
  cache: {image: c, container_name: acme-cache, networks: [back, front]}
  queue: {image: q, container_name: acme-queue, networks: {back: {aliases: [jobs], ipv4_address: 172.99.0.5}}}
  task: {image: t, container_name: acme-task, network_mode: none}
networks: {back: {}, front: {}}`;
    const networks = Object.entries(isolate(text).file.services!).map(([name, one]) => [name, one.networks]);
    expect(Object.fromEntries(networks)).toEqual({
      app: { default: {} },
      db: { default: { aliases: ['acme-db'] } },
      cache: { back: { aliases: ['acme-cache'] }, front: { aliases: ['acme-cache'] } },
      queue: { back: { aliases: ['jobs', 'acme-queue'] } },
      task: undefined,
    });
  });

  it('takes variables from the command, so that no file has their values', () => {
    const { file } = isolate(VERSION_2, { env: ['TOKEN'] });
    expect(file.services!.app!.environment).toEqual({ DB: 'db:5432', MONEY: '5$$x', TOKEN: null });
  });

  it('starts what a service depends on by links, volumes or its network', () => {
    const text = `services:
  app: {image: a, expose: ["80"], links: ["db:database"], volumes_from: ["store:ro"]}
  db: {image: d, network_mode: "service:net"}
  net: {image: n}
  store: {image: s, depends_on: [late]}
  late: {image: l}
  other: {image: o}`;
    expect(Object.keys(isolate(text).file.services!)).toEqual(['app', 'db', 'store', 'net', 'late']);
  });
});

describe('what two arms cannot have side by side', () => {
  const refuse = (text: string, options?: Partial<IsolationOptions>) => {
    try {
      isolate(text, options);
    } catch (error) {
      if (error instanceof IsolationError) return `${error.path.join('.')}: ${error.message}`;
      throw error;
    }
    return 'nothing';
  };
  it.each([
    [
      'the network of the machine',
      'services: {app: {image: a, network_mode: host, expose: [80]}}',
      'services.app.network_mode: `network_mode: host` of `app` is the same for both revisions, which run side by side.',
    ],
    [
      'the network of a container of somebody else',
      'services: {app: {image: a, network_mode: "container:x", expose: [80]}}',
      'services.app.network_mode: `network_mode: container:x` of `app` is the same for both revisions, which run side by side.',
    ],
    [
      'a folder that both would write to',
      'services: {app: {image: a, expose: [80], volumes: ["/srv/files:/files"]}}',
      'services.app.volumes.0: `app` may write to /srv/files, which both revisions would share.',
    ],
    [
      'a folder whose name only begins like that of the revision',
      'services: {app: {image: a, expose: [80], volumes: ["/repository:/files:rw"]}}',
      'services.app.volumes.0: `app` may write to /repository, which both revisions would share.',
    ],
  ])('%s is refused, at its place', (_, text, problem) => {
    expect(refuse(text)).toBe(problem);
  });

  it.each([
    ['names no port', '{image: a}', '`app` names no port.'],
    ['has several', '{image: a, ports: ["80:80", "9090:9090/tcp"]}', '`app` has the ports 80, 9090.'],
    ['has a range of them', '{image: a, ports: ["8000-8010"]}', '`app` has the ports 8000-8010.'],
  ])('a service that %s needs a `port`', (_, app, problem) => {
    expect(refuse(`services: {app: ${app}}`)).toBe(`services.app: ${problem}`);
    expect(refuse(`services: {app: ${app}}`, { port: 80 })).toBe('nothing');
  });

  it('a service that is not there is told', () => {
    expect(refuse('services: {web: {image: a}}')).toBe('services: The file has no service `app`.');
  });
});
