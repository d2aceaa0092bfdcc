import { createServer } from 'node:http';
import { escapeHtml, renderTemplate, splitBlocks, weighWords } from './markdown.mjs';

const text = Array.from({ length: 120 }, (_, i) => `# Chapter ${i}\n\nSome <b> & "words" of ${i * i}.`).join(
  '\n\n',
);

function showPage() {
  const blocks = splitBlocks(text).map(escapeHtml);
  return renderTemplate('page', blocks.join('<hr>')) + weighWords(blocks);
}

createServer((_request, response) => response.end(showPage())).listen(Number(process.env.PORT), '127.0.0.1');
