import { posix } from 'node:path';

/** Servers that run workflows. GitHub Enterprise Server, Gitea and Forgejo know the older artifacts only. */
export const FORGES = ['github', 'ghes', 'gitea', 'forgejo'] as const;
export type WorkflowForge = (typeof FORGES)[number];

/** Commits of the actions, which nobody can move, each with its release. */
const PINS = {
  'actions/checkout': '3d3c42e5aac5ba805825da76410c181273ba90b1 # v7.0.1',
  'actions/setup-node': '820762786026740c76f36085b0efc47a31fe5020 # v7.0.0',
  'actions/setup-python': '5fda3b95a4ea91299a34e894583c3862153e4b97 # v7.0.0',
  'astral-sh/setup-uv': '20cfd1bf945f4377ade1205e4dbc17946fc9a30d # v10.0.1',
  'actions/setup-go': 'b7ad1dad31e06c5925ef5d2fc7ad053ef454303e # v7.0.0',
  'actions/setup-java': 'b6effb05e454b25005698d916606bdc6ffcbf961 # v5.7.0',
  'actions/upload-artifact': '043fb46d1a93c77aae656e7c1c64a875d1fc6a0a # v7.0.1',
  'actions/download-artifact': '3e5f45b2cfb9172054b4087a40e8e0b5a5461e7c # v8.0.1',
  'actions/configure-pages': '983d7736d9b0ae728b81ab479565c72886d7745b # v5.0.0',
  'actions/upload-pages-artifact': 'fc324d3547104276b827a68afc52ff2a11cc49c9 # v5.0.0',
  'actions/deploy-pages': 'cd2ce8fcbc39b97be8ca5fce6e763baed58fa128 # v5.0.0',
};

export type ActionName = keyof typeof PINS;

export type SetupStep =
  | { uses: ActionName; with: Record<string, string> }
  /** A shell command, in the folder of tailgate.yml, and a comment at the end of its line. */
  | { run: string; comment?: string };

/** Last releases that work on other servers. The newer ones refuse every server but github.com. */
const OLD_ARTIFACTS: Partial<typeof PINS> = {
  'actions/upload-artifact': 'c6a366c94c3e0affe28c06c8df20a878f24da3cf # v3.2.2',
  'actions/download-artifact': 'a9bc5e6ef2cb54c177f32aa5726adaa15e7e2d59 # v3.1.0',
};

/** True for Forgejo as well: it began as a copy of Gitea, and its workflows are still alike. */
export function isGitea(forge: WorkflowForge): boolean {
  return forge === 'gitea' || forge === 'forgejo';
}

/**
 * True where artifacts can be chosen by a pattern, and fetched from another run. The older action fetches all
 * artifacts, each into a folder of its own.
 */
export function hasNewArtifacts(forge: WorkflowForge): boolean {
  return forge === 'github';
}

/** The text after `uses:`: an action by its commit, with the release in a comment. */
export function pinAction(name: ActionName, forge: WorkflowForge): string {
  const pin = (!hasNewArtifacts(forge) && OLD_ARTIFACTS[name]) || PINS[name];
  return locate(`${name}@${pin}`, forge);
}

/** Gitea and Forgejo look up a short name on a server that the administrator chose. These actions are on github.com. */
function locate(reference: string, forge: WorkflowForge): string {
  return isGitea(forge) && /^[\w-]/.test(reference) && !reference.includes('://')
    ? `https://github.com/${reference}`
    : reference;
}

/** An action at a commit, tag or branch, or a local folder. */
const REFERENCE = /^(?:(?:https:\/\/[\w.:/-]{1,200}\/)?[\w.-]+\/[\w./-]+@[\w./-]+|\.\/[\w./-]*)$/;

/** Tells if a text may stand after `uses:` for Tailgate itself. */
export function isReference(text: string): boolean {
  return REFERENCE.test(text);
}

/** Where a workflow that runs the command line finds it: what is checked out for that, null where it is a part of this repository. */
export function locateProgram(uses: string) {
  const file = 'dist/cli.mjs';
  if (uses.startsWith('./')) return { repository: null, reference: null, program: posix.join(uses, file) };
  const [name = '', reference = ''] = uses.replace(/^https:\/\/[\w.:-]{1,200}\//, '').split('@');
  const [owner, repository, ...folders] = name.split('/');
  const program = posix.join('.tailgate-action', ...folders, file);
  return { repository: `${owner}/${repository}`, reference, program };
}

/** The text after `uses:` for Tailgate itself. A comment tells the linter zizmor why a tag or a folder stands here. */
export function useTailgate(reference: string, forge: WorkflowForge): string {
  const uses = locate(reference, forge);
  if (reference.startsWith('./'))
    return `${uses} # zizmor: ignore[self-repository] the older form, which all servers know`;
  if (/@[0-9a-f]{40}$/.test(reference)) return uses;
  return `${uses} # zizmor: ignore[unpinned-uses] better the commit of a release, as for the actions above`;
}
