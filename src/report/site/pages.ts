import { writeOverviewPage } from './overview.ts';
import { groupBy, pageOf, type SiteContent, type SitePage } from './parts.ts';
import { writeScenarioPage } from './scenario.ts';

/** Writes the overview, and a page for each scenario. */
export function writePages(content: SiteContent): SitePage[] {
  const scenarios = [...groupBy(content.tracks, ({ declared }) => pageOf(declared)).entries()];
  return [
    { path: 'index.html', html: writeOverviewPage(content) },
    ...scenarios.map(([path, tracks]) => ({ path, html: writeScenarioPage(tracks, content) })),
  ];
}
