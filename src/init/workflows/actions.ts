/** Servers that run these workflows. GitHub Enterprise Server only supports the older artifacts. */
export const FORGES = ['github', 'ghes'] as const;
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
};
/** Last releases that work on other servers. Newer ones refuse every server except github.com. */
const OLD: Partial<typeof PINS> = {
  'actions/upload-artifact': 'c6a366c94c3e0affe28c06c8df20a878f24da3cf # v3.2.2',
  'actions/download-artifact': 'a9bc5e6ef2cb54c177f32aa5726adaa15e7e2d59 # v3.1.0',
};

export type ActionName = keyof typeof PINS;

/** Values of the template's part `setup`; paths are relative to the folder of tailgate.yml. */
export type Setup = Partial<
  Record<'get' | 'action' | 'key' | 'version' | 'file' | 'cache' | 'lock' | 'java' | 'check', string>
>;

/** The text after `uses:`: an action by its commit, with the release in a comment. */
export function pinAction(name: ActionName, forge: WorkflowForge): string {
  return `${name}@${(forge === 'ghes' && OLD[name]) || PINS[name]}`;
}

/** Tells whether a text may follow `uses:` for Tailgate itself: an action at a commit, tag or branch, or a local folder. */
export function isReference(text: string): boolean {
  return /^(?:[\w.-]+\/[\w./-]+@[\w./-]+|\.\/[\w./-]*)$/.test(text);
}

/** The text after `uses:` for Tailgate itself. A comment tells the linter zizmor why it is a tag or a folder. */
export function useTailgate(reference: string | null): string {
  // Not a name that somebody could own.
  if (reference === null)
    return '<OWNER>/tailgate@<COMMIT> # CHECK: the repository of your copy of Tailgate, and its commit';
  if (reference.startsWith('./'))
    return `${reference} # zizmor: ignore[self-repository] the older form, which all servers know`;
  if (/@[0-9a-f]{40}$/.test(reference)) return reference;
  return `${reference} # zizmor: ignore[unpinned-uses] better the commit of a release, as for the actions above`;
}
