import type { Files } from '../files/files.ts';
import type { SourceFile } from '../files/source.ts';
import type { ServiceFinding } from '../needs/finding.ts';

/** A language: its mark, its code, and how a service in it is built and started. */
export type Language = {
  title: string;
  /** Files that mark a project, the surest first. */
  marks: readonly string[];
  /** Extensions of its code, with their dot. */
  code: readonly string[];
  /** Whether projects below are parts of this one, and not others. */
  hasParts?: boolean;
  describe: (project: Project) => Described | null;
};

/** A folder that is marked as a project of a language. */
export type Project = { files: Files; from: string; manifest: string; sources: readonly SourceFile[] };

/** What a language says of a project. What is absent follows in the same way for all languages. */
export type Described = Omit<ServiceFinding, 'title' | 'from' | 'sources'> &
  Partial<Pick<ServiceFinding, 'title' | 'from' | 'sources'>>;

/** The file that names the version of a tool: its own, or the list of asdf and mise. Undefined without one. */
export function findVersionFile(files: Files, own: readonly string[], tool: string): string | undefined {
  const listed = new RegExp(`^${tool}\\s`, 'm').test(files.read('.tool-versions') ?? '');
  return own.find(files.has) ?? (listed ? '.tool-versions' : undefined);
}
