/** A page written in Markdown, turned into HTML for each request. */
import { createServer } from 'node:http';
import { marked } from 'marked';

const chapter = (id) => `## Chapter ${id}\n
Some *words* of __weight__ with \`code\`, a [link](https://example.com/${id}) and https://example.com/plain.
More **bold _and_ italic**, ~~gone~~, an ![image](cover.png "Cover") &amp; a <b>tag</b>.\n
- one *item*\n- another [item](/items/${id})\n
| a | b |\n| - | - |\n| 1 | **${id}** |\n`;
const chapters = Array.from({ length: 100 }, (_, id) => chapter(id));
createServer(({ url }, response) => {
  const count = Number(new URL(url, 'http://a').searchParams.get('chapters'));
  response.setHeader('content-type', 'text/html').end(marked(chapters.slice(0, count).join('\n')));
}).listen(Number(process.env.PORT), '127.0.0.1');
