import type { PageContent } from '../page/content.ts';
import type { Picture } from './picture.ts';

/** Draws the pictures of a page. */
export function drawCharts(_content: PageContent): Picture[] {
  return [];
}
