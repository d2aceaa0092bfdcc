/** The files of a folder as a detection sees them. Paths are relative to the folder, with `/`. */
export type Files = {
  /** Regular files, the shallowest first, without what is installed, built or hidden; at most a few thousand. */
  list: readonly string[];
  has: (path: string) => boolean;
  /** A path as people know it: relative to the folder in which `init` was called. */
  name: (path: string) => string;
  /** Text of a file; null when there is none, or when it is not UTF-8 or larger than 1 MiB. */
  read: (path: string) => string | null;
  /** Whether git has a file already: such a `.env` holds nobody's secrets. Absent outside of git. */
  isTracked?: (path: string) => boolean;
  /** Folders above, up to the repository: `..`, `../..`. Lock files of workspaces are there. */
  above?: readonly string[];
  /** The files of a folder below, as if it were opened by itself. @param folder ends with `/` */
  below?: (folder: string) => Files;
};

/** The files without those of projects within: folders that have a file of that name themselves. */
export function leaveOutNested(files: Files, manifests: readonly string[]): Files {
  const nested = files.list
    .filter((path) => manifests.some((name) => path.endsWith(`/${name}`)))
    .map((path) => path.slice(0, path.lastIndexOf('/') + 1));
  return { ...files, list: files.list.filter((path) => !nested.some((folder) => path.startsWith(folder))) };
}
