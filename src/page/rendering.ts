import type { Picture } from '../report/charts/charts.ts';
import type { PageContent } from '../report/page/content.ts';
import { toMarkdownPage } from '../report/page/markdown.ts';
import { writePage } from '../report/page/page.ts';
import { toRestructured } from '../report/page/restructured.ts';
import { VERSION } from '../version.ts';
import { describePage } from './data.ts';
import { pictureFolder } from './file.ts';
import { digestBody, type Form, fillRegion, formOf, type Region } from './region.ts';

/** Writes the visible text of a region. @param path of the page */
export function renderBody(
  content: PageContent,
  pictures: readonly Picture[],
  path: string,
  { level }: Pick<Region, 'level'>,
): string {
  const placed = pictures.map(({ scenario, name, alt }) => ({
    scenario,
    path: `${pictureFolder(path)}/${name}`,
    alt,
  }));
  const parts = writePage(content, placed);
  const form: Form = formOf(path);
  return form === 'markdown' ? toMarkdownPage(parts, level) : toRestructured(parts);
}

/** Writes the whole file with its region filled anew. */
export function renderFile(
  content: PageContent,
  pictures: readonly Picture[],
  path: string,
  region: Region,
): string {
  const body = renderBody(content, pictures, path, region);
  const names = pictures.map(({ name }) => name);
  const data = describePage(content, names, VERSION, digestBody(body));
  return fillRegion(region, formOf(path), JSON.stringify(data), body);
}

/** Draws the pictures. The library that draws is loaded only here. */
export async function drawPictures(content: PageContent): Promise<Picture[]> {
  const { drawCharts } = await import('../report/charts/charts.ts');
  return drawCharts(content);
}
